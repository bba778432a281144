import type { CALL_ROUTES } from '../../../shared/operations/data-api/calls.ts';
import type { COUNT_ROUTES } from '../../../shared/operations/data-api/counts.ts';
import type { RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
import { CHANGE_INDEX, COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import type { StageConfig } from '../../config.ts';
import { callingHoursProps } from '../calling-hours/calling-hours.ts';
import type { RouteFunctions } from '../platform/route-function.ts';
import type { ItemKind, TableAccess } from '../platform/service-function.ts';

/** Grants reading resources sorted by `changedAt`. */
const changeAccess = (collections: ItemKind, resources: ItemKind): readonly TableAccess[] => [
  { actions: ['Query'], items: [collections], indexes: [CHANGE_INDEX] },
  { actions: ['BatchGetItem'], items: [resources] },
];

/** Grants reading a collection sorted by `changedAt`, with its counters. */
const collectionAccess = (collections: ItemKind, resources: ItemKind): readonly TableAccess[] => [
  { actions: ['Query'], items: [collections] },
  ...changeAccess(collections, resources),
];

/** The functions of the routes of records. */
export const recordRoutes = (
  config: StageConfig,
): RouteFunctions<keyof (typeof RECORD_ROUTES & typeof CALL_ROUTES & typeof COUNT_ROUTES)> => ({
  listPeople: {
    access: [
      ...collectionAccess('personCollections', 'people'),
      { actions: ['Query'], items: ['personLookups'] },
      // The people of a call list are those of its entries.
      { actions: ['BatchGetItem'], items: ['callLists'] },
    ],
  },
  getPerson: {
    access: [
      { actions: ['GetItem'], items: ['people'] },
      // `include=callability` needs the company, too.
      ...(config.callingHours === undefined ? [] : [{ actions: ['GetItem'], items: ['companies'] } as const]),
    ],
    ...callingHoursProps(config),
  },
  listCompanies: {
    access: [
      ...collectionAccess('companyCollections', 'companies'),
      { actions: ['Query'], items: ['companyLookups'] },
    ],
  },
  getCompany: { access: [{ actions: ['GetItem'], items: ['companies'] }] },
  listCallLists: {
    access: [
      { actions: ['GetItem'], items: ['callListCollections'] },
      { actions: ['Query'], items: ['callListCollections'], indexes: [COLLECTION_INDEX, PART_INDEX] },
      ...changeAccess('callListCollections', 'callLists'),
      { actions: ['Query'], items: ['callListLookups'] },
    ],
  },
  getCallList: {
    ...callingHoursProps(config),
    access: [
      { actions: ['GetItem', 'Query'], items: ['callLists'] },
      { actions: ['BatchGetItem'], items: ['people', 'companies'] },
    ],
  },
  countRecords: {
    access: [
      { actions: ['Query'], items: ['personLookups', 'companyLookups', 'entryLookups', 'callLookups'] },
    ],
  },
  listCalls: {
    access: [...collectionAccess('callCollections', 'calls'), { actions: ['Query'], items: ['callLookups'] }],
  },
  getCall: { access: [{ actions: ['GetItem'], items: ['calls'] }] },
  listFields: { access: [{ actions: ['Query'], items: ['customFields'] }] },
  listCallListEntries: {
    access: [
      ...collectionAccess('callListEntryCollections', 'callLists'),
      { actions: ['GetItem'], items: ['callLists'] },
      { actions: ['Query'], items: ['callLists'], indexes: [COLLECTION_INDEX] },
      { actions: ['Query'], items: ['entryLookups'] },
    ],
  },
});

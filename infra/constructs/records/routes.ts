import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX, PART_INDEX } from '../../../shared/table/items/schema.ts';
import type { StageConfig } from '../../config.ts';
import { callingHoursProps } from '../calling-hours/calling-hours.ts';
import type { RouteFunctions } from '../platform/route-function.ts';
import type { TableAccess } from '../platform/service-function.ts';

/** Grants reading resources sorted by `changedAt`. */
const changeAccess = (collections: string, resources: string): readonly TableAccess[] => [
  { actions: ['dynamodb:Query'], leadingKeys: [collections], indexes: [CHANGE_INDEX.name] },
  { actions: ['dynamodb:BatchGetItem'], leadingKeys: [resources] },
];

/** Grants reading a collection sorted by `changedAt`, with its counters. */
const collectionAccess = (collections: string, resources: string): readonly TableAccess[] => [
  { actions: ['dynamodb:Query'], leadingKeys: [collections] },
  ...changeAccess(collections, resources),
];

type RecordRouteName =
  | 'listPeople'
  | 'getPerson'
  | 'listCompanies'
  | 'getCompany'
  | 'listCallLists'
  | 'getCallList'
  | 'listCallListEntries';

/** The functions of the routes of records. */
export const recordRoutes = (config: StageConfig): RouteFunctions<RecordRouteName> => ({
  listPeople: {
    access: [
      ...collectionAccess(LEADING_KEYS.personCollections, LEADING_KEYS.people),
      { actions: ['dynamodb:Query'], leadingKeys: [LEADING_KEYS.personLookups] },
    ],
  },
  getPerson: {
    access: [
      { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.people] },
      // `include=callability` needs the company, too.
      ...(config.callingHours === undefined
        ? []
        : [{ actions: ['dynamodb:GetItem'] as const, leadingKeys: [LEADING_KEYS.companies] }]),
    ],
    ...callingHoursProps(config),
  },
  listCompanies: {
    access: [
      ...collectionAccess(LEADING_KEYS.companyCollections, LEADING_KEYS.companies),
      { actions: ['dynamodb:Query'], leadingKeys: [LEADING_KEYS.companyLookups] },
    ],
  },
  getCompany: { access: [{ actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.companies] }] },
  listCallLists: {
    access: [
      { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.callListCollections] },
      {
        actions: ['dynamodb:Query'],
        leadingKeys: [LEADING_KEYS.callListCollections],
        indexes: [COLLECTION_INDEX.name, PART_INDEX.name],
      },
      ...changeAccess(LEADING_KEYS.callListCollections, LEADING_KEYS.callLists),
    ],
  },
  getCallList: {
    ...callingHoursProps(config),
    access: [
      { actions: ['dynamodb:GetItem', 'dynamodb:Query'], leadingKeys: [LEADING_KEYS.callLists] },
      { actions: ['dynamodb:BatchGetItem'], leadingKeys: [LEADING_KEYS.people, LEADING_KEYS.companies] },
    ],
  },
  listCallListEntries: {
    access: [
      ...collectionAccess(LEADING_KEYS.callListEntryCollections, LEADING_KEYS.callLists),
      { actions: ['dynamodb:GetItem'], leadingKeys: [LEADING_KEYS.callLists] },
      {
        actions: ['dynamodb:Query'],
        leadingKeys: [LEADING_KEYS.callLists],
        indexes: [COLLECTION_INDEX.name],
      },
    ],
  },
});

import { countsOf } from '../../../shared/kinds/counts.ts';
import { camelOf, PLAIN_KINDS, pluralOf } from '../../../shared/kinds/names.ts';
import type { CALL_LIST_ROUTES } from '../../../shared/operations/data-api/call-lists.ts';
import type { COUNT_ROUTES } from '../../../shared/operations/data-api/counts.ts';
import type { FIELD_ROUTES } from '../../../shared/operations/data-api/fields.ts';
import { namesOf, type RECORD_ROUTES } from '../../../shared/operations/data-api/records.ts';
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

const COUNTED_LOOKUPS = PLAIN_KINDS.filter((kind) => countsOf(kind).length > 0).map(
  (kind) => `${camelOf(kind)}Lookups` as const,
);

type OfRecords = RouteFunctions<keyof typeof RECORD_ROUTES>;

/** The functions of the operations on each kind without code of its own. */
const OF_KINDS = Object.fromEntries(
  PLAIN_KINDS.flatMap((kind) => {
    const { list, get } = namesOf(kind);
    const items = camelOf(pluralOf(kind));
    const lookups = { actions: ['Query'], items: [`${camelOf(kind)}Lookups`] } as const;
    return [
      [list, { access: [...collectionAccess(`${camelOf(kind)}Collections`, items), lookups] }],
      [get, { access: [{ actions: ['GetItem'], items: [items] }] }],
    ];
  }),
) as object as OfRecords;

/** The functions of the routes of records. */
export const recordRoutes = (
  config: StageConfig,
): OfRecords &
  RouteFunctions<keyof (typeof CALL_LIST_ROUTES & typeof COUNT_ROUTES & typeof FIELD_ROUTES)> => ({
  ...OF_KINDS,
  listPeople: {
    access: [
      ...(OF_KINDS.listPeople.access ?? []),
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
    access: [{ actions: ['Query'], items: ['entryLookups', ...COUNTED_LOOKUPS] }],
  },
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

import { suppressionBody } from '../../contract/records/suppression-body.ts';
import { CALL_LIST_ENTRY_STATUSES } from '../../kinds/call-list-entry-status.ts';
import { COUNTED } from '../../kinds/counts.ts';
import { DOCUMENTATION, LOOKUPS } from '../../kinds/kinds.ts';
import { COUNT } from '../../kinds/lookups.ts';
import {
  KIND_NAMES,
  nounOf,
  type OwnKind,
  oneOf,
  type Pascal,
  PLAIN_KINDS,
  type PlainKind,
  type Plural,
  pascalOf,
  pluralOf,
} from '../../kinds/names.ts';
import type { AdminDocumentation, AnyAdminDocumentation } from '../documentation.ts';
import type { AdminRoute, AdminRoutes } from '../route.ts';
import { RECORD_FILTERS, RECORD_ORDERS } from './record-filters.ts';

const PAGE = {
  limit: { kind: 'integer', minimum: 1, maximum: 100, default: 25 },
  cursor: { kind: 'cursor' },
} as const;

/** A filter of entries that goes with no other. */
const ALONE = { onlyWith: ['include', 'limit', 'cursor'] } as const;

const listing = <P extends string, K extends OwnKind, R extends AdminRoute['response']>(
  path: P,
  kind: K,
  response: R,
) => {
  const values: (typeof RECORD_ORDERS)[K] = RECORD_ORDERS[kind];
  const sort = { kind: 'enum', values, default: values[0] } as const;
  const query = { ...PAGE, count: COUNT, sort, ...RECORD_FILTERS[kind] };
  return { functionName: 'browse-records', method: 'GET', path, query, response } as const;
};

const LISTED_CALL_LISTS = listing('/call-lists', 'call-list', 'CallListPage');

const getting = <P extends string, R extends AdminRoute['response']>(path: P, response: R) =>
  ({ functionName: 'browse-records', method: 'GET', path, query: {}, response }) as const;

const deleting = <P extends string>(path: P) =>
  ({
    functionName: 'manage-records',
    method: 'DELETE',
    path,
    query: {},
    response: 'DeletedRecord',
  }) as const;

/** The operations on the records of a kind without code of its own. */
export const plainRoutesOf = <K extends PlainKind>(kind: K) => {
  const path = `/${pluralOf(kind)}` as const;
  return {
    list: listing(path, kind, `${pascalOf<K>(kind)}Page`),
    get: getting(`${path}/{id}`, pascalOf<K>(kind)),
    delete: deleting(`${path}/{id}`),
  };
};

type PlainOf<K extends PlainKind> = ReturnType<typeof plainRoutesOf<K>>;

type PlainRoutes = { readonly [K in PlainKind as `list${Pascal<Plural<K>>}`]: PlainOf<K>['list'] } & {
  readonly [K in PlainKind as `get${Pascal<K>}`]: PlainOf<K>['get'];
} & { readonly [K in PlainKind as `delete${Pascal<K>}`]: PlainOf<K>['delete'] };

/** A table over these operations of all kinds. */
const byPlainOperation = <T>(
  of: (kind: PlainKind) => { readonly list: T; readonly get: T; readonly delete: T },
) =>
  Object.fromEntries(
    PLAIN_KINDS.flatMap((kind) => {
      const name = pascalOf(kind);
      const { list, get, delete: remove } = of(kind);
      return [
        [`list${pascalOf(pluralOf(kind))}`, list],
        [`get${name}`, get],
        [`delete${name}`, remove],
      ];
    }),
  );

/** The operations of the admin API on records. */
export const RECORD_ROUTES = {
  ...(byPlainOperation<AdminRoute>(plainRoutesOf) as object as PlainRoutes),
  erasePerson: {
    functionName: 'manage-records',
    method: 'POST',
    path: '/people/{id}/erase',
    query: {},
    response: 'ErasedPerson',
  },
  listEntriesOfPerson: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/people/{id}/call-list-entries',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'EntryOfPersonPage',
  },
  listFields: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/fields',
    query: { resource: { kind: 'enum', values: KIND_NAMES, isRequired: true } },
    response: 'FieldList',
  },
  countRecords: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/counts',
    query: {
      ...COUNTED,
      limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
      cursor: { kind: 'cursor' },
      count: COUNT,
    },
    response: 'CountPage',
  },
  listCallLists: {
    ...LISTED_CALL_LISTS,
    query: { ...LISTED_CALL_LISTS.query, include: { kind: 'set', values: ['entryTotal'] } },
  },
  getCallList: {
    functionName: 'browse-records',
    method: 'GET',
    path: '/call-lists/{id}',
    query: {
      status: { kind: 'set', values: CALL_LIST_ENTRY_STATUSES },
      personId: { kind: 'ids', maximum: 100, ...ALONE },
      withoutNumber: { kind: 'boolean', ...ALONE },
      include: { kind: 'set', values: ['statusCounts'] },
      limit: { kind: 'integer', minimum: 1, maximum: 50, default: 20 },
      cursor: { kind: 'cursor' },
    },
    response: 'CallListWithEntries',
  },
  deleteCallList: deleting('/call-lists/{id}'),
  listSuppressions: {
    functionName: 'manage-records',
    method: 'GET',
    path: '/suppressions',
    query: {
      ...PAGE,
      phone: LOOKUPS.person.phone,
      email: LOOKUPS.person.email,
    },
    response: 'SuppressionPage',
  },
  addSuppressions: {
    functionName: 'manage-records',
    method: 'POST',
    path: '/suppressions',
    query: {},
    body: suppressionBody,
    response: 'SuppressionOutcome',
  },
  liftSuppressions: {
    functionName: 'manage-records',
    method: 'POST',
    path: '/suppressions/lift',
    query: {},
    body: suppressionBody,
    response: 'SuppressionOutcome',
  },
} as const satisfies AdminRoutes;

/** Of lookups. Operations document those that they have. */
const LOOKUP_PARAMETERS = {
  externalId:
    'Lookup by a source and the id there, separated by a colon, such as `hubspot:123`. ' +
    'Excludes all other parameters but `limit` and `cursor`, as does each lookup.',
  email: 'Lookup by an email address, case-insensitive.',
  phone: 'Lookup by a phone number in E.164 form, such as `+12025550143`. Encode the plus sign as `%2B`.',
  domain: 'Lookup by domain, case-insensitive.',
  ownerId: 'Lookup by the owner, case-insensitive.',
  tag: 'Lookup by a tag, case-insensitive.',
  name: 'Lookup by the start of a name, without case and accents, ordered by name.',
};

const IDS = 'Lookup by up to 100 ids, comma-separated. The response keeps their order and omits unknown ids.';

const COUNT_TEXT =
  '`none` leaves `totalCount` `null`; `exact` counts also what is otherwise `null` beyond 10,000 matches.';

const documentPlainRoutes = () =>
  byPlainOperation<AnyAdminDocumentation>((kind) => {
    const plural = nounOf(pluralOf(kind));
    return {
      list: {
        summary: `List ${plural}`,
        description: `All ${plural}, most recently changed first by default, or the result of a lookup.`,
        parameters: { ...DOCUMENTATION[kind]().parameters, ...LOOKUP_PARAMETERS, id: IDS, count: COUNT_TEXT },
      },
      get: {
        summary: `Get ${oneOf(kind)}`,
        description: `The ${nounOf(kind)} as the data API returns it.`,
      },
      delete: {
        summary: `Delete ${oneOf(kind)}`,
        description: 'Past events keep its data.',
        mayConflict: false,
      },
    };
  }) as object as AdminDocumentation<PlainRoutes>;

/** Their documentation. */
export const documentRecordRoutes = (): AdminDocumentation<typeof RECORD_ROUTES> => {
  const ofKinds = documentPlainRoutes();
  return {
    ...ofKinds,
    listPeople: {
      ...ofKinds.listPeople,
      description:
        `${ofKinds.listPeople.description} ` +
        'For admins, and for members if the organization allows it, like all operations that read records.',
    },
    deletePerson: {
      ...ofKinds.deletePerson,
      description:
        'The entries of the person stay in their call lists, without it. ' +
        'Past events keep the data of the person. Admins only, like all deletions and erasures.',
    },
    deleteCompany: {
      ...ofKinds.deleteCompany,
      description: 'The people and call list entries of the company stay, without it.',
    },
    erasePerson: {
      summary: 'Erase a person',
      description:
        'Deletes the person, and removes their data from call list entries, the event feed and webhook ' +
        'deliveries. Works for a person who was deleted before, and can be repeated. ' +
        'Returns what was removed, and which copies remain for how long.',
      mayConflict: false,
    },
    listEntriesOfPerson: {
      summary: 'List the call list entries of a person',
      description: 'The newest first, each with its call list. May lag by a few seconds.',
    },
    listFields: {
      summary: 'List the fields of a resource',
      description:
        'Those of the API, and the custom fields that imports have stored, as the data API lists them.',
      parameters: { resource: 'The resource whose fields to list.' },
    },
    countRecords: {
      summary: 'Count records by a value',
      description:
        'How many records have each value of a field, as the data API counts them. ' +
        'Sorted by value. May lag by a few seconds.',
      parameters: {
        resource: 'What to count.',
        by: 'The field whose values to count by.',
        count: '`none` leaves `totalCount`, the number of values, `null`.',
      },
    },
    listCallLists: {
      summary: 'List call lists',
      description:
        'All call lists with their number of entries, newest first by default, or the one with an ' +
        'external id. `include=entryTotal` adds the number of all entries.',
      parameters: {
        isLocked: 'Only call lists that are, or are not, locked.',
        count: COUNT_TEXT,
        externalId: LOOKUP_PARAMETERS.externalId,
        name: LOOKUP_PARAMETERS.name,
      },
    },
    getCallList: {
      summary: 'Get a call list',
      description:
        'The call list with a page of its entries, as the data API returns it: ' +
        'all of them, or those with some statuses. These may lag by a few seconds.',
      parameters: {
        status: 'Only entries with these statuses, comma-separated.',
        personId: 'Only entries that call these people: up to 100 ids, comma-separated. All on one page.',
        withoutNumber:
          'With `true`, only entries without a number. Each page examines up to 2,000 entries, so it may ' +
          'be short, or even empty, while `nextCursor` leads to more.',
        include: '`statusCounts` adds how many entries have each status.',
      },
    },
    deleteCallList: {
      summary: 'Delete a call list',
      description:
        'Deletes its entries too, in batches. A list of tens of thousands of entries may return a `503`: ' +
        'repeat the request, which continues.',
      mayConflict: false,
    },
    listSuppressions: {
      summary: 'List suppressions',
      description:
        'What must not be called, as keyed hashes, in no particular order; or the entry of a number or an ' +
        'address, if it is on the list. Admins only, like all operations on the list.',
      parameters: {
        phone: 'Lookup by a phone number in E.164 form. Encode the plus sign as `%2B`.',
        email: 'Lookup by an email address, case-insensitive.',
      },
    },
    addSuppressions: {
      summary: 'Add to the suppression list',
      description:
        'Forbids calls to phone numbers, to everybody with an email address, or to a person or company ' +
        'with all its numbers. Takes some seconds. Imports never lift what is added here. ' +
        'Repeat the request if it failed.',
      mayConflict: false,
    },
    liftSuppressions: {
      summary: 'Take off the suppression list',
      description:
        'Allows calls again, whoever forbade them. Name a person or company by its id to lift all its ' +
        'bans. Repeat the request if it failed.',
      mayConflict: false,
    },
  };
};

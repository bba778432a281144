import {
  EXAMPLE_CALL_LIST,
  EXAMPLE_CALLABILITY,
  EXAMPLE_COMPANY,
  EXAMPLE_ENTRY,
  EXAMPLE_PERSON,
  LISTED_CALL_LIST,
} from '../../contract/records/examples.ts';
import { CALL_LIST_LOOKUPS, COLLECTION_QUERY, COUNT, ENTRY_LOOKUPS } from '../../kinds/lookups.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import { fieldsOf } from './record-routes.ts';
import {
  CALLABILITY,
  CALLABILITY_NEEDS,
  CHANGED_SINCE,
  COLLECTION_PARAMETERS,
  COUNT_TEXT,
  collectionDescription,
  fieldsText,
  NO_CONTACT_DETAILS,
  NO_PHONES,
  PAGING,
  TRUNCATED,
} from './texts.ts';

/** The operations of the data API on call lists and their entries. */
export const CALL_LIST_ROUTES = {
  listCallLists: {
    functionName: 'list-call-lists',
    method: 'GET',
    path: '/v1/call-list',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 200, default: 100 },
      cursor: { kind: 'cursor' },
      count: COUNT,
      isLocked: { kind: 'boolean' },
      createdAfter: { kind: 'timestamp' },
      createdBefore: { kind: 'timestamp' },
      changedSince: { kind: 'timestamp' },
      sort: { kind: 'enum', values: ['createdAt', '-createdAt', 'changedAt', '-changedAt'] },
      ...CALL_LIST_LOOKUPS,
      fields: fieldsOf('listedCallList'),
    },
    response: 'CallListPage',
  },
  getCallList: {
    functionName: 'get-call-list',
    method: 'GET',
    path: '/v1/call-list/{id}',
    permission: 'call-list:read',
    query: {
      limit: { kind: 'integer', minimum: 1, maximum: 500, default: 100 },
      cursor: { kind: 'cursor' },
      include: { kind: 'set', values: ['person', 'company', 'callability'] },
      fields: fieldsOf('callListWithEntries'),
    },
    response: 'CallListWithEntries',
  },
  listCallListEntries: {
    functionName: 'list-call-list-entries',
    method: 'GET',
    path: '/v1/call-list-entry',
    permission: 'call-list:read',
    query: {
      ...COLLECTION_QUERY,
      callListId: { kind: 'uuid' },
      ...ENTRY_LOOKUPS,
      fields: fieldsOf('call-list-entry'),
    },
    response: 'CallListEntryPage',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentCallListRoutes = (): DataDocumentation<typeof CALL_LIST_ROUTES> => ({
  listCallLists: {
    tag: 'Call lists',
    summary: 'List call lists',
    description:
      'Returns the call lists of the organization, newest first by default. ' +
      'Every page but the last has a `nextCursor` and the equivalent `Link` header.',
    parameters: {
      ...PAGING,
      count: COUNT_TEXT,
      isLocked: 'Only locked (`true`) or unlocked (`false`) call lists.',
      createdAfter: `Only call lists created after this RFC 3339 date-time, exclusive. ${TRUNCATED}`,
      createdBefore: `Only call lists created before this RFC 3339 date-time, exclusive. ${TRUNCATED}`,
      changedSince: `${CHANGED_SINCE} Not with \`createdAfter\`, \`createdBefore\` or an order of creation.`,
      sort:
        'Sorts by creation or by change: oldest first, or newest first with `-`. ' +
        'The default is `-createdAt`, or `changedAt` with `changedSince`.',
      name:
        'The call lists whose name starts with this text, ordered by name. ' +
        'Case and accents make no difference.',
      fields: 'Only these fields, comma-separated, such as `name,isLocked`. The `id` is always returned.',
    },
    examples: {
      'first-page': {
        summary: 'A page followed by others',
        value: {
          totalCount: 2,
          items: [LISTED_CALL_LIST],
          nextCursor: 'q1Zx5uWbq0y3cXJ2MjAyNi0wMS0xMlQwODoxNTowMC4wMDBa',
        },
      },
      'last-page': { summary: 'The last page', value: { totalCount: 1, items: [LISTED_CALL_LIST] } },
    },
  },
  getCallList: {
    tag: 'Call lists',
    summary: 'Get a call list with its entries',
    description:
      'Returns a call list with a page of its entries, sorted by `position`. ' +
      'With `include`, each entry embeds its person or company, which saves a request per entry. ' +
      `${NO_CONTACT_DETAILS}, and so is \`phone\` of entries.`,
    parameters: {
      id: 'The id of the call list.',
      ...PAGING,
      limit:
        'The maximum number of entries per page. A page has fewer if its records exceed the response ' +
        'size; `nextCursor` continues from there.',
      include:
        'The records to embed in each entry, separated by commas or in repeated parameters. ' +
        '`person` requires the permission `person:read`, and `company` requires `company:read`. ' +
        `${CALLABILITY} of each entry. ${CALLABILITY_NEEDS}`,
      fields:
        `${fieldsText('name,entries.status,person.firstName')} Paths of entries start with \`entries.\`; ` +
        'those of included records may start with `person.`, `company.` or `callability.`.',
    },
    examples: {
      entries: {
        summary: 'A call list with its entries',
        value: { ...EXAMPLE_CALL_LIST, entryCount: 1, entries: [EXAMPLE_ENTRY] },
      },
      included: {
        summary: 'With include=person,company',
        value: {
          ...EXAMPLE_CALL_LIST,
          entryCount: 1,
          entries: [{ ...EXAMPLE_ENTRY, person: EXAMPLE_PERSON, company: EXAMPLE_COMPANY }],
        },
      },
      callability: {
        summary: 'With include=callability',
        value: {
          ...EXAMPLE_CALL_LIST,
          entryCount: 1,
          entries: [{ ...EXAMPLE_ENTRY, callability: EXAMPLE_CALLABILITY }],
        },
      },
    },
  },
  listCallListEntries: {
    tag: 'Call lists',
    summary: 'List call list entries',
    description:
      `${collectionDescription('call list entries')} ${NO_PHONES}\n\nA lookup returns the entries of a ` +
      'person, with a status or with a next call: send one of `personId`, `status` or ' +
      '`nextCallBefore`. It finds a change within a second or two, and never returns an entry that no ' +
      'longer matches.',
    parameters: {
      ...COLLECTION_PARAMETERS,
      callListId: 'Only the entries of this call list.',
      personId: 'The entries that call this person, in all call lists, ordered by call list and position.',
      status:
        'The entries with one of these statuses, separated by commas or in repeated parameters, ordered ' +
        'by call list and position.',
      nextCallBefore:
        'The entries whose `nextCallAt` is not later than this RFC 3339 date-time, earliest ' +
        `first. ${TRUNCATED}`,
      fields: fieldsText('personId,status,nextCallAt'),
    },
    examples: {
      page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_ENTRY] } },
    },
  },
});

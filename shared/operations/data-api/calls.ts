import { EXAMPLE_CALL } from '../../contract/records/examples.ts';
import { COLLECTION_QUERY, PAGE, PERSON_LOOKUPS } from '../../contract/records/record-lookups.ts';
import type { DataDocumentation } from '../documentation.ts';
import type { DataRoutes } from '../route.ts';
import {
  COLLECTION_PARAMETERS,
  collectionDescription,
  fieldsText,
  lookupParameters,
  NO_CALL_DETAILS,
  TRUNCATED,
} from './texts.ts';

const IN_TIME = { onlyWith: [...PAGE, 'startedSince', 'startedBefore'] } as const;
const TIMES_WITH = ['personId', 'companyId', 'callListId', 'agent', 'disposition'] as const;
const TIME = { kind: 'timestamp', onlyWith: [...IN_TIME.onlyWith, ...TIMES_WITH] } as const;

/** The parameters by which both APIs look up calls: by one value, within a time, or both. */
export const CALL_LOOKUPS = {
  id: PERSON_LOOKUPS.id,
  externalId: PERSON_LOOKUPS.externalId,
  personId: { kind: 'uuid', ...IN_TIME },
  companyId: { kind: 'uuid', ...IN_TIME },
  callListId: { kind: 'uuid', ...IN_TIME },
  agent: { kind: 'text', maximumLength: 500, ...IN_TIME },
  disposition: { kind: 'text', maximumLength: 500, ...IN_TIME },
  startedSince: TIME,
  startedBefore: TIME,
} as const;

const FIELDS = { kind: 'fields', resource: 'call' } as const;

/** The operations of the data API on calls. In a file of their own, which functions of other records omit. */
export const CALL_ROUTES = {
  listCalls: {
    functionName: 'list-calls',
    method: 'GET',
    path: '/v1/call',
    permission: 'call:read',
    query: { ...COLLECTION_QUERY, ...CALL_LOOKUPS, fields: FIELDS },
    response: 'CallPage',
  },
  getCall: {
    functionName: 'get-call',
    method: 'GET',
    path: '/v1/call/{id}',
    permission: 'call:read',
    query: { fields: FIELDS },
    response: 'Call',
  },
} as const satisfies DataRoutes;

/** Their documentation. */
export const documentCallRoutes = (): DataDocumentation<typeof CALL_ROUTES> => ({
  listCalls: {
    tag: 'Calls',
    summary: 'List calls',
    description:
      `${collectionDescription('calls')} ${NO_CALL_DETAILS}\n\nA lookup returns the calls with a value: ` +
      'send one of `id`, `externalId`, `personId`, `companyId`, `callListId`, `agent` or `disposition`, ' +
      'alone or with `limit`, `cursor` and `count`. `startedSince` and `startedBefore` look up calls by ' +
      'time, alone or with one of the last five. Calls that are looked up are ordered by `startedAt`, ' +
      'latest first; by `id`, in the order of the ids. A change is found within a second or two, and a ' +
      'call that no longer matches is never returned.',
    parameters: {
      ...COLLECTION_PARAMETERS,
      id: lookupParameters('calls').id,
      externalId: lookupParameters('calls').externalId,
      personId: 'The calls with this person.',
      companyId: 'The calls with this company, or with somebody there.',
      callListId: 'The calls that were made from this call list.',
      agent: 'The calls of the agent with this `id` or `email`, in any case.',
      disposition: 'The calls with this disposition, in any case.',
      startedSince: `Calls that started at or after this RFC 3339 date-time, inclusive. ${TRUNCATED}`,
      startedBefore: `Calls that started before this RFC 3339 date-time, exclusive. ${TRUNCATED}`,
      fields: fieldsText('personId,startedAt,disposition,agent.email'),
    },
    examples: {
      page: { summary: 'A page', value: { totalCount: 1, items: [EXAMPLE_CALL] } },
    },
  },
  getCall: {
    tag: 'Calls',
    summary: 'Get a call',
    description:
      'Returns a call with all fields. Absent values are `null`, never omitted. ' + NO_CALL_DETAILS,
    parameters: { id: 'The id of the call.', fields: fieldsText('startedAt,disposition,agent.email') },
    examples: { call: { summary: 'A call', value: EXAMPLE_CALL } },
  },
});

import {
  type BodyOf,
  createRequests,
  recordPath,
  type SalesDataClientOptions,
} from '../../../clients/typescript/src/requests.ts';
import type { components, operations } from '../../../clients/typescript/src/schema.ts';

type Schemas = components['schemas'];
type QueryOf<O extends keyof operations> = NonNullable<operations[O]['parameters']['query']>;

/** Aborts requests, including waits before retries. */
export interface Call {
  readonly signal: AbortSignal;
}

export type Key = Schemas['Key'];
export type Permission = Key['permissions'][number];
export type CallListEntry = BodyOf<'getCallList'>['entries'][number];
export type FeedEvent = Schemas['Event'];
/** An event type, or all of a resource. */
export type EventPattern = NonNullable<QueryOf<'listEvents'>['types']>[number];

export type DataApi = ReturnType<typeof createDataApi>;

/**
 * The reads of the data API that tools need: a page per request, with the cursors that the iterators of the
 * client hide. They throw what the client throws.
 */
export const createDataApi = (options: SalesDataClientOptions) => {
  const { get } = createRequests(options);
  return {
    key: (call: Call) => get<'getKey'>('/v1/key', {}, call),
    person: (id: string, call: Call) => get<'getPerson'>(recordPath('person', id), {}, call),
    company: (id: string, call: Call) => get<'getCompany'>(recordPath('company', id), {}, call),
    people: (query: QueryOf<'listPeople'>, call: Call) => get<'listPeople'>('/v1/person', query, call),
    companies: (query: QueryOf<'listCompanies'>, call: Call) =>
      get<'listCompanies'>('/v1/company', query, call),
    callLists: (query: QueryOf<'listCallLists'>, call: Call) =>
      get<'listCallLists'>('/v1/call-list', query, call),
    entries: (query: QueryOf<'listCallListEntries'>, call: Call) =>
      get<'listCallListEntries'>('/v1/call-list-entry', query, call),
    counts: (query: QueryOf<'countRecords'>, call: Call) => get<'countRecords'>('/v1/count', query, call),
    calls: (query: QueryOf<'listCalls'>, call: Call) => get<'listCalls'>('/v1/call', query, call),
    fields: (query: QueryOf<'listFields'>, call: Call) => get<'listFields'>('/v1/field', query, call),
    callList: (id: string, query: QueryOf<'getCallList'>, call: Call) =>
      get<'getCallList'>(recordPath('call-list', id), query, call),
    events: (query: QueryOf<'listEvents'>, call: Call) => get<'listEvents'>('/v1/event', query, call),
  };
};

import {
  type BodyOf,
  createRequests,
  recordPath,
  type SalesDataClientOptions,
} from '../../../clients/typescript/src/requests.ts';
import type { components, operations } from '../../../clients/typescript/src/schema.ts';
import type { FOUND } from './kinds.ts';

type Schemas = components['schemas'];
/** A kind of record that the API finds and gets. */
export type FoundKind = keyof typeof FOUND;
type ListOperation<K extends FoundKind> = (typeof FOUND)[K]['operations']['list'];
type FoundPage<K extends FoundKind> = BodyOf<ListOperation<K>>;
/** A record of such a kind. */
export type Found = Readonly<Record<string, unknown>> & { readonly id: string };

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
    record: (kind: FoundKind, id: string, call: Call): Promise<object> => get(recordPath(kind, id), {}, call),
    find: <K extends FoundKind>(kind: K, query: object, call: Call): Promise<FoundPage<K>> =>
      get<ListOperation<K>>(`/v1/${kind}`, query, call),
    callLists: (query: QueryOf<'listCallLists'>, call: Call) =>
      get<'listCallLists'>('/v1/call-list', query, call),
    entries: (query: QueryOf<'listCallListEntries'>, call: Call) =>
      get<'listCallListEntries'>('/v1/call-list-entry', query, call),
    counts: (query: QueryOf<'countRecords'>, call: Call) => get<'countRecords'>('/v1/count', query, call),
    fields: (query: QueryOf<'listFields'>, call: Call) => get<'listFields'>('/v1/field', query, call),
    callList: (id: string, query: QueryOf<'getCallList'>, call: Call) =>
      get<'getCallList'>(recordPath('call-list', id), query, call),
    events: (query: QueryOf<'listEvents'>, call: Call) => get<'listEvents'>('/v1/event', query, call),
  };
};

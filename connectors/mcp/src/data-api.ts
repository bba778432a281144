import type { components, operations } from '../../../clients/typescript/src/schema.ts';
import { type Call, createGet, type DataApiOptions } from './requests.ts';

type Schemas = components['schemas'];
type QueryOf<O extends keyof operations> = NonNullable<operations[O]['parameters']['query']>;
/** The body of the success of an operation. */
type BodyOf<O extends keyof operations> = operations[O]['responses'] extends {
  200: { content: { 'application/json': infer B } };
}
  ? B
  : never;

export type Key = Schemas['Key'];
export type Permission = Key['permissions'][number];
export type CallListEntry = BodyOf<'getCallList'>['entries'][number];
export type FeedEvent = Schemas['Event'];
/** An event type, or all of a resource. */
export type EventPattern = NonNullable<QueryOf<'listEvents'>['types']>[number];

export type DataApi = ReturnType<typeof createDataApi>;

/**
 * The reads of the data API that tools need: a page per request, with the cursors that the iterators of the client hide.
 * They throw what `createGet` lists.
 */
export const createDataApi = (options: DataApiOptions) => {
  const get = createGet(options);
  const pathOf = (collection: string, id: string) => `/v1/${collection}/${encodeURIComponent(id)}`;
  return {
    key: (call: Call) => get<BodyOf<'getKey'>>('/v1/key', {}, call),
    person: (id: string, call: Call) => get<BodyOf<'getPerson'>>(pathOf('person', id), {}, call),
    company: (id: string, call: Call) => get<BodyOf<'getCompany'>>(pathOf('company', id), {}, call),
    people: (query: QueryOf<'listPeople'>, call: Call) =>
      get<BodyOf<'listPeople'>>('/v1/person', query, call),
    companies: (query: QueryOf<'listCompanies'>, call: Call) =>
      get<BodyOf<'listCompanies'>>('/v1/company', query, call),
    callLists: (query: QueryOf<'listCallLists'>, call: Call) =>
      get<BodyOf<'listCallLists'>>('/v1/call-list', query, call),
    callList: (id: string, query: QueryOf<'getCallList'>, call: Call) =>
      get<BodyOf<'getCallList'>>(pathOf('call-list', id), query, call),
    events: (query: QueryOf<'listEvents'>, call: Call) => get<BodyOf<'listEvents'>>('/v1/event', query, call),
  };
};

import type { AdminApi } from '../../api/admin-api.ts';

/** The numbers of records, which the service keeps with every change. */
export const readSizes = async (api: AdminApi, signal: AbortSignal) => {
  const [people, companies, callLists] = await Promise.all([
    api.request('GET /people', { query: { limit: 1 } }, signal),
    api.request('GET /companies', { query: { limit: 1 } }, signal),
    api.request('GET /call-lists', { query: { limit: 1, include: ['entryTotal'] } }, signal),
  ]);
  return {
    people: people.totalCount ?? 0,
    companies: companies.totalCount ?? 0,
    callLists: callLists.totalCount ?? 0,
    entries: callLists.entryTotal ?? 0,
  };
};

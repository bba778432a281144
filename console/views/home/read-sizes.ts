import type { AdminApi } from '../../api/admin-api.ts';

/** The numbers of records, which the service keeps with every change. */
export const readSizes = async (api: AdminApi, signal: AbortSignal) => {
  const [people, companies, callLists] = await Promise.all([
    api.request('GET /people', { query: { limit: 1 } }, signal),
    api.request('GET /companies', { query: { limit: 1 } }, signal),
    api.request('GET /call-lists', { query: { limit: 1, include: ['entryTotal'] } }, signal),
  ]);
  return {
    people: people.totalCount,
    companies: companies.totalCount,
    callLists: callLists.totalCount,
    entries: callLists.entryTotal ?? 0,
  };
};

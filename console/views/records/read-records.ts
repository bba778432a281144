import type { AdminInput } from '../../../shared/operations/admin-api/calls.ts';
import { RECORD_FILTERS } from '../../../shared/operations/admin-api/record-filters.ts';
import type { AdminApi, Page } from '../../api/admin-api.ts';
import type { Values } from '../../parts/record-text.ts';
import { KINDS, type KindSegment } from '../../routing/record-paths.ts';
import { fieldsOf } from './record-fields.ts';

/** A record of any kind. */
export type StoredRecord = Values & { readonly id: string };

type ListQuery = NonNullable<AdminInput<`GET /${KindSegment}`>['query']>;

/**
 * Reads a page of records.
 *
 * @param query parameters of the kind, as an address has them: the service rejects others
 */
export const listRecords = (
  api: AdminApi,
  kind: KindSegment,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Page<StoredRecord>> => api.request(`GET /${kind}`, { query: query as ListQuery }, signal);

/** Reads a record with its declared fields. */
export const getRecord = async (
  api: AdminApi,
  kind: KindSegment,
  id: string,
  signal: AbortSignal,
): Promise<StoredRecord> => {
  const found: StoredRecord =
    kind === 'call-lists'
      ? await api.request('GET /call-lists/{id}', { id, query: { limit: 1 } }, signal)
      : await api.request(`GET /${kind}/{id}`, { id }, signal);
  const names = Object.keys(fieldsOf(KINDS[kind].resource));
  return { ...Object.fromEntries(names.map((name) => [name, found[name]])), id };
};

/** The most ids of one request. */
const MAX_IDS = 100;

/** Reads records by id. Those that are gone are missing. */
export const readRecords = async (
  api: AdminApi,
  kind: KindSegment,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly StoredRecord[]> => {
  if (ids.length === 0) return [];
  if (!('id' in RECORD_FILTERS[KINDS[kind].resource])) {
    const read = (id: string) => getRecord(api, kind, id, signal).catch(() => []);
    return (await Promise.all(ids.map(read))).flat();
  }
  const query = { id: ids.slice(0, MAX_IDS), limit: MAX_IDS, count: 'none' };
  const { items } = await listRecords(api, kind, query, signal);
  return [...items, ...(await readRecords(api, kind, ids.slice(MAX_IDS), signal))];
};

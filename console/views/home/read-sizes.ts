import type { pluralOf } from '../../../shared/kinds/names.ts';
import type { AdminApi } from '../../api/admin-api.ts';
import { KIND_SEGMENTS } from '../../routing/record-paths.ts';
import { listRecords } from '../records/read-records.ts';

type SizedKind = ReturnType<typeof pluralOf>;

/** How many records there are, by the plural of their kind. */
export type Sizes = ReadonlyMap<SizedKind, number>;

/** The numbers of records of each kind, which the service keeps with every change. */
export const readSizes = async (api: AdminApi, signal: AbortSignal): Promise<Sizes> => {
  const [entries, ...sizes] = await Promise.all([
    api.request('GET /call-lists', { query: { limit: 1, include: ['entryTotal'] } }, signal),
    ...KIND_SEGMENTS.filter((kind) => kind !== 'call-lists').map(async (kind) => {
      const { totalCount } = await listRecords(api, kind, { limit: 1 }, signal);
      return [kind, totalCount ?? 0] as const;
    }),
  ]);
  return new Map<SizedKind, number>([
    ...sizes,
    ['call-lists', entries.totalCount ?? 0],
    ['call-list-entries', entries.entryTotal ?? 0],
  ]);
};

import type { ListedEntry } from '../../shared/audit-log/listed-entry.ts';
import type { AdminApi, Page } from './admin-api.ts';

export type { ListedEntry };

/** What is absent filters nothing. Both bounds of the time are left out. */
export interface AuditFilters {
  readonly actorId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Newest first. */
export const listAuditLog = (
  api: AdminApi,
  filters: AuditFilters,
  cursor?: string,
): Promise<Page<ListedEntry>> =>
  api.request({ method: 'GET', path: '/audit-log', query: { ...filters, cursor, limit: 50 } });

import type { AdminApi, Page } from '../../api/admin-api.ts';
import type { AuditEntry, AuditFilters } from '../../api/types.ts';

const PAGE_SIZE = 50;

/** The service examines some thousand entries per request; more requests than these are the user's choice. */
const MAX_REQUESTS = 5;

/** A page of entries, for which the service may need several requests. */
export const readEntries = async (
  api: AdminApi,
  filters: AuditFilters,
  start: string | undefined,
  signal: AbortSignal,
): Promise<Page<AuditEntry>> => {
  const items: AuditEntry[] = [];
  let cursor = start;
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const limit = PAGE_SIZE - items.length;
    const page = await api.request('GET /audit-log', { query: { ...filters, cursor, limit } }, signal);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined || items.length >= PAGE_SIZE) break;
  }
  return { items, nextCursor: cursor };
};

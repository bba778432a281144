import { readAuditLog } from '../../../shared/audit-log/audit-log.ts';
import type { ORGANIZATION_ROUTES } from '../../../shared/operations/admin-api/organizations.ts';
import { collectionPosition } from '../../../shared/table/items/positions.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { type AdminHandler, requireAdmin } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';

export const createListAuditLog =
  (reader: TableReader): AdminHandler<typeof ORGANIZATION_ROUTES.listAuditLog> =>
  async (request) => {
    requireAdmin(request.principal, 'read the audit log');
    const { organizationId } = request.principal;
    const { limit, cursor, action: actions, grouped: isGrouped = false, ...filters } = request.query;
    const { search, actor, actorId, targetId, after, before } = filters;
    const scope = [
      ...['audit-log', organizationId, actorId, targetId, after, before],
      ...[search, actor, [...actions].toSorted().join(), isGrouped],
    ];
    const position = positionOf(scope, cursor, collectionPosition({ after, before }));
    const asked = { ...filters, actions, isGrouped };
    const page = await readAuditLog(reader, organizationId, asked, { limit, position });
    const next = nextPage(scope, page.next, request);
    return { body: { items: page.entries, ...next.body }, headers: next.headers };
  };

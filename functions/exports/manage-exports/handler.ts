import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import type { Export } from '../../../shared/exports/export.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import { createOperations as operationsOf } from '../../../shared/exports/new-export.ts';
import { EXPORT_ROUTES } from '../../../shared/operations/admin-api/exports.ts';
import { type AdminOperation, forAdminsTo } from '../../http/admin-api.ts';
import { withDataAccess } from '../../http/data-principal.ts';
import { viewOfExport } from '../export-view.ts';
import { exportPage } from '../list-exports/handler.ts';
import { type ExportDependencies, requestedExport } from '../start-export.ts';

/** Files hold all of the organization's data, so only admins make and download them. */
const forAdmins = forAdminsTo('export data');

export const createOperations = (dependencies: ExportDependencies): readonly AdminOperation[] => {
  const { table, bucket, messages } = dependencies;
  const { reader } = table;
  const view = (item: Export, now: Date): AdminResponseBody<'Export'> => ({
    ...viewOfExport(bucket, item, now),
    createdBy: item.createdBy,
  });
  return [
    forAdmins(EXPORT_ROUTES.listExports, async (request) => {
      const principal = await withDataAccess(request.principal, reader);
      return exportPage(reader, { ...request, principal }, view);
    }),
    forAdmins(EXPORT_ROUTES.createExport, async ({ principal: user, body }) => {
      const principal = await withDataAccess(user, reader);
      const created = await requestedExport(reader, principal, body, user.actor);
      await table.writer.transact(operationsOf(created));
      await EXPORTS.start(messages, created);
      return { status: 202, body: view(created, new Date()) };
    }),
  ];
};

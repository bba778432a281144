import { createExportBody } from '../../../shared/contract/exports/export-bodies.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import { createOperations } from '../../../shared/exports/new-export.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { EXPORT_ROUTES } from '../../../shared/operations/data-api/exports.ts';
import type { DataHandler } from '../../http/data-api.ts';
import { once } from '../../http/idempotency.ts';
import { keyActorOf } from '../../http/key-principal.ts';
import { viewOfExport } from '../export-view.ts';
import { type ExportDependencies, requestedExport } from '../start-export.ts';

/** The route with its body, whose schema the other functions of the data API need not load. */
export const CREATE_EXPORT = { ...EXPORT_ROUTES.createExport, body: createExportBody } as const;

/** Queues an export. The write checks the key again, in case it was just revoked. */
export const createCreateExport =
  ({ table, bucket, messages }: ExportDependencies): DataHandler<typeof CREATE_EXPORT> =>
  async (request) => {
    const { principal, body, from } = request;
    const { keyId } = principal;
    const actor = keyActorOf(principal, from);
    return once<ResponseBody<'QueuedExport'>>(table.reader, CREATE_EXPORT, request, async (keep) => {
      const created = await requestedExport(table.reader, principal, body, actor);
      const queued = {
        status: 202 as const,
        headers: { Location: `${CREATE_EXPORT.path}/${created.id}` },
        body: viewOfExport(bucket, created, new Date()),
      };
      const isQueued = await table.writer.transact([
        ...createOperations(created),
        requireKeyPermissions(keyId, [[CREATE_EXPORT.permission]]),
        ...keep(queued),
      ]);
      if (!isQueued)
        throw new ProblemError('conflict', 'The request or its key changed concurrently. Retry.');
      await EXPORTS.start(messages, created);
      return queued;
    });
  };

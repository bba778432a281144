import { recordEntry } from '../audit-log/audit-entry.ts';
import type { Actor } from '../contract/audit-log/audit-log.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { endLeaseOperation } from '../jobs/job-lease.ts';
import { readJobQueue } from '../jobs/job-queue.ts';
import type { Table } from '../table/table.ts';
import type { Import } from './import.ts';
import { IMPORTS } from './import-repository.ts';

const CANCELED = 'The import was canceled. Imported rows are kept.';

/**
 * Ends an import that waits or runs. The invocation that runs it stops when it saves a checkpoint or renews
 * its lease, whichever is first.
 *
 * @returns the import, or `undefined` if it was modified since it was read
 */
export const cancelImport = async (
  table: Table,
  before: Import,
  actor: Actor,
): Promise<Import | undefined> => {
  const { organizationId, id, kind, source, fileName } = before;
  const { line } = IMPORTS.jobIn(before, id);
  const { lease } = await readJobQueue(table.reader, line);
  const at = timestampOf(new Date());
  return IMPORTS.change(
    table,
    before,
    { status: 'failed', problem: CANCELED, queuedAt: null, finishedAt: at },
    [
      ...(lease?.jobId === id ? [endLeaseOperation(line, lease)] : []),
      recordEntry(
        'import.canceled',
        { organizationId, at, actor, targetId: id },
        { kind, source, file: fileName },
      ),
    ],
  );
};

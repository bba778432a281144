import { recordEntry } from '../../audit-log/audit-entry.ts';
import { EXPORT_DAYS } from '../../contract/exports/export-limits.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { JobRun } from '../../jobs/job-run.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import type { Table } from '../../table/table.ts';
import { type Export, recordCountOf } from '../export.ts';
import type { ExportMessage } from '../export-message.ts';
import { EXPORTS } from '../export-repository.ts';

/** The stored state of an export that one invocation writes. It also changes if the export starts over. */
export class ExportState extends JobRun<Export, Pick<Export, 'organizationId'>, ExportMessage> {
  constructor(table: Table, item: Export) {
    super(EXPORTS, table, item);
  }

  complete(owner: string): Promise<void> {
    const now = Date.now();
    const expiresAt = timestampOf(new Date(now + EXPORT_DAYS * MILLISECONDS_PER_DAY));
    return this.#end({ state: 'completed', completedAt: timestampOf(new Date(now)), expiresAt }, owner);
  }

  fail(problem: string, owner: string): Promise<void> {
    const completedAt = timestampOf(new Date());
    return this.#end({ state: 'failed', completedAt, problem }, owner);
  }

  /** Leaves the line and ends the lease, in one transaction. */
  #end(changes: Partial<Export>, owner: string): Promise<void> {
    const { organizationId, id, createdBy, resource, format } = this.item;
    const { state, problem = null } = changes;
    const entry = recordEntry(
      'export.finished',
      { organizationId, actor: createdBy, targetId: id },
      {
        resource,
        format,
        state,
        records: recordCountOf({ ...this.item, ...changes }),
        ...(problem !== null && { problem }),
      },
    );
    return this.leave({ ...changes, progress: null }, owner, [entry]);
  }
}

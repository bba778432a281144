import { recordEntry } from '../../audit-log/audit-entry.ts';
import { EXPORT_DAYS } from '../../contract/export-limits.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { releaseOperation } from '../../jobs/job-lease.ts';
import { LostLeaseError } from '../../jobs/keep-lease.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { type Export, recordCountOf } from '../export.ts';
import { changeExport, jobOf } from '../export-repository.ts';

/**
 * The stored state of an export that one invocation writes. All methods throw a LostLeaseError if another one
 * does, or if the export starts over since a person was erased.
 */
export class ExportState {
  readonly #table: Table;
  #item: Export;

  constructor(table: Table, item: Export) {
    this.#table = table;
    this.#item = item;
  }

  get item(): Export {
    return this.#item;
  }

  async change(changes: Partial<Export>, others: readonly WriteOperation[] = []): Promise<void> {
    const changed = await changeExport(this.#table, this.#item, changes, others);
    if (changed === undefined) throw new LostLeaseError('The export was changed meanwhile.');
    this.#item = changed;
  }

  complete(owner: string): Promise<void> {
    const now = Date.now();
    const expiresAt = timestampOf(new Date(now + EXPORT_DAYS * MILLISECONDS_PER_DAY));
    return this.#end({ state: 'completed', completedAt: timestampOf(new Date(now)), expiresAt }, owner);
  }

  fail(problem: string, owner: string): Promise<void> {
    const completedAt = timestampOf(new Date());
    return this.#end({ state: 'failed', completedAt, problem, files: [] }, owner);
  }

  /** Leaves the line and ends the lease, in one transaction. */
  #end(changes: Partial<Export>, owner: string): Promise<void> {
    const { organizationId, id, createdBy, resource, format } = this.#item;
    const { state, problem = null } = changes;
    const entry = recordEntry(
      'export.finished',
      { organizationId, actor: createdBy, targetId: id },
      {
        resource,
        format,
        state,
        records: recordCountOf({ ...this.#item, ...changes }),
        ...(problem !== null && { problem }),
      },
    );
    return this.change({ ...changes, queuedAt: null, progress: null }, [
      releaseOperation(jobOf(this.#item), owner),
      entry,
    ]);
  }
}

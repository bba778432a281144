import { recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { JobRun } from '../../jobs/job-run.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { continueBatch } from '../batches/advance-batch.ts';
import type { Import } from '../import.ts';
import { IMPORTS, type ImportMessage } from '../import-repository.ts';
import { lastImportOperation } from '../last-import.ts';
import type { CheckpointCounts } from '../reader/run/checkpoints.ts';
import { totalOf } from '../reader/run/import-report.ts';

const SHOWN_COUNTS = ['created', 'changed', 'unchanged', 'rejected'] as const;

const totalsOf = (counts: CheckpointCounts | null) =>
  counts === null ? {} : Object.fromEntries(SHOWN_COUNTS.map((count) => [count, totalOf(counts, count)]));

const auditEntry = (
  { organizationId, id, startedBy, kind, source, fileName }: Import,
  action: 'import.started' | 'import.finished',
  details: Readonly<Record<string, unknown>> = {},
): WriteOperation =>
  recordEntry(
    action,
    { organizationId, actor: startedBy, targetId: id },
    { kind, source, file: fileName, ...details },
  );

/**
 * Whether a repetition of an import can change nothing. Rows that were rejected may be accepted later: those
 * of people that were not stored yet, for example. Companies that people name may be imported later. Entries
 * take the current numbers of their people and companies, which change without their file.
 */
const isFinal = ({ kind, status, counts, progress }: Import): boolean =>
  status === 'completed' &&
  kind !== 'call-lists' &&
  progress?.hasUnlinkedPeople !== true &&
  (counts === null || totalOf(counts, 'rejected') === 0);

/** Notes that an import begins. */
export const startedEntry = (item: Import): WriteOperation => auditEntry(item, 'import.started');

/** Notes how an import ended. */
export const finishedEntry = (ended: Import): WriteOperation => {
  const { status, problem, counts } = ended;
  const details = { status, ...totalsOf(counts), ...(problem === null ? {} : { problem }) };
  return auditEntry(ended, 'import.finished', details);
};

/** The stored state of an import that one invocation runs. */
export class ImportState extends JobRun<Import, Pick<Import, 'organizationId' | 'kind'>, ImportMessage> {
  readonly #reader: TableReader;

  constructor(table: Table, item: Import) {
    super(IMPORTS, table, item);
    this.#reader = table.reader;
  }

  async start(): Promise<void> {
    if (this.item.startedAt !== null) {
      if (this.item.status !== 'running') await this.change({ status: 'running', finishedAt: null });
      return;
    }
    const startedAt = timestampOf(new Date());
    await this.change({ status: 'running', startedAt }, [startedEntry(this.item)]);
  }

  /** Ends the import. The next one of its batch joins its line in the same transaction. */
  async end(ended: Import, owner: string): Promise<void> {
    await this.leave(ended, owner, [
      ...(await continueBatch(this.#reader, ended)),
      ...(isFinal(ended) ? [lastImportOperation(ended)] : []),
      finishedEntry(ended),
    ]);
  }
}

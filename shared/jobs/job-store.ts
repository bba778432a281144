import { MILLISECONDS_PER_DAY } from '../runtime/durations.ts';
import type { Messages } from '../runtime/sqs-messages.ts';
import { withoutAbsent } from '../table/items/attributes.ts';
import type { TableKey } from '../table/items/keys.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../table/items/schema.ts';
import { unchangedSince } from '../table/items/versions.ts';
import type { TableReader } from '../table/reader.ts';
import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { Job, JobKind, JobScope, StoredJob } from './job.ts';
import { joinOperation, leaveOperation } from './job-queue.ts';

/** The stored jobs of a kind. */
export class JobStore<T extends StoredJob & S, S extends JobScope, M extends JobScope> {
  readonly kind: JobKind<T, S, M>;

  constructor(kind: JobKind<T, S, M>) {
    this.kind = kind;
  }

  /** A job in its line. */
  jobIn(scope: S, id: string): Job {
    return { line: this.kind.lineOf(scope), id };
  }

  /** Reads a job, consistently. */
  async read(reader: TableReader, key: TableKey): Promise<T | undefined> {
    const item = await reader.get(key, { consistentRead: true });
    return item && this.kind.fromItem(item);
  }

  /**
   * The writes of a new job, on condition that there is none with its id. It joins its line if it is queued.
   */
  insertOperations(created: T): readonly WriteOperation[] {
    return this.#writesOf(undefined, created);
  }

  /**
   * Changes a job, unless it was modified since it was read. It joins or leaves its line with `queuedAt`.
   *
   * @param others writes of the same transaction, such as an audit entry
   * @returns the changed job, or `undefined` if it was modified
   */
  async change(
    { writer }: Table,
    before: T,
    changes: Partial<T>,
    others: readonly WriteOperation[] = [],
  ): Promise<T | undefined> {
    const after: T = { ...before, ...changes, version: before.version + 1 };
    return (await writer.transact([...this.#writesOf(before, after), ...others])) ? after : undefined;
  }

  /**
   * Sends the message of a job that was stored. If that fails, the job starts within minutes as a stalled
   * one.
   */
  async start(messages: Messages<M>, job: T): Promise<void> {
    try {
      await messages.send(this.kind.messageOf(job, job.id));
    } catch (error) {
      console.warn({ problem: 'Could not send the message of a job, which starts as a stalled one.', error });
    }
  }

  #writesOf(before: T | undefined, after: T): readonly WriteOperation[] {
    const job = this.jobIn(after, after.id);
    const place = before?.queuedAt ?? null;
    const put = { Item: this.#toItem(after), ...unchangedSince(before?.version) };
    if (place === after.queuedAt) return [{ put }];
    return [
      { put },
      ...(place === null ? [] : [leaveOperation(job, place)]),
      ...(after.queuedAt === null ? [] : [joinOperation(this.kind.name, job, after.queuedAt)]),
    ];
  }

  #toItem(job: T): Record<string, unknown> {
    const { keyOf, indexKeysOf, keptDays } = this.kind;
    const expiry = Date.parse(job.createdAt) + keptDays * MILLISECONDS_PER_DAY;
    return withoutAbsent({
      ...job,
      ...keyOf(job, job.id),
      ...indexKeysOf?.(job),
      // A job that expired while it waits could never leave its line.
      [TIME_TO_LIVE_ATTRIBUTE]: job.queuedAt === null ? Math.floor(expiry / 1000) : null,
    });
  }
}

import type { Table } from '../table/table.ts';
import type { WriteOperation } from '../table/writer.ts';
import type { JobScope, StoredJob } from './job.ts';
import { releaseOperation } from './job-lease.ts';
import type { JobStore } from './job-store.ts';
import { LostLeaseError } from './keep-lease.ts';

/**
 * The stored state of a job that one invocation runs. All methods throw a LostLeaseError if another
 * invocation runs it, or something else changed it.
 */
export class JobRun<T extends StoredJob & S, S extends JobScope, M extends JobScope> {
  readonly #store: JobStore<T, S, M>;
  readonly #table: Table;
  #item: T;

  constructor(store: JobStore<T, S, M>, table: Table, item: T) {
    this.#store = store;
    this.#table = table;
    this.#item = item;
  }

  get item(): T {
    return this.#item;
  }

  /** @param others writes of the same transaction, such as an audit entry */
  async change(changes: Partial<T>, others: readonly WriteOperation[] = []): Promise<void> {
    const changed = await this.#store.change(this.#table, this.#item, changes, others);
    if (changed === undefined) throw new LostLeaseError('The job was changed meanwhile.');
    this.#item = changed;
  }

  /** Takes the job out of its line and ends the lease, in one transaction with other writes. */
  leave(changes: Partial<T>, owner: string, others: readonly WriteOperation[] = []): Promise<void> {
    const release = releaseOperation(this.#store.jobIn(this.#item, this.#item.id), owner);
    return this.change({ ...changes, queuedAt: null }, [release, ...others]);
  }
}

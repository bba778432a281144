import { type KeptLease, LostLeaseError } from '../../jobs/keep-lease.ts';
import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import type { Table } from '../../table/table.ts';
import { type Export, type ExportProgress, objectsNamedBy, objectsOf } from '../export.ts';
import { filesPrefix } from '../object-keys.ts';
import { ExportFiles, FILE_LIMITS, type FileLimits } from './export-files.ts';
import { ExportState } from './export-state.ts';
import { type ExportedRecord, type ExportedRecords, exportedRecords } from './exported-records.ts';
import { type ExportedFields, exportedFields } from './file-fields.ts';

export interface StepDependencies {
  readonly table: Table;
  readonly objects: ObjectStore;
  /** Milliseconds that the lease of a running step lasts. */
  readonly leaseMilliseconds: number;
  /** How long after a change its event is in the feed at the latest, in milliseconds. */
  readonly settleMilliseconds: number;
  /** @default FILE_LIMITS */
  readonly fileLimits?: FileLimits;
  /** Records of one page of the index. @default 500 */
  readonly pageSize?: number;
}

/** What an item and a response can list. */
const MAX_FILES = 1_000;

export class TooManyFilesError extends Error {
  override readonly name = 'TooManyFilesError';

  constructor() {
    super(
      'The export has more than 1,000 files. Export less at a time: use `changedSince`, or fewer `fields`.',
    );
  }
}

/** A step of an export: its stored state, and the file that it is writing. */
export class ExportStep {
  readonly table: Table;
  readonly records: ExportedRecords;
  readonly pageSize: number;
  readonly settleMilliseconds: number;
  readonly #objects: ObjectStore;
  readonly #remaining: () => number;
  readonly #lease: KeptLease;
  readonly #state: ExportState;
  readonly #fields: ExportedFields;
  readonly #files: ExportFiles;

  /** @param remaining milliseconds until the step should end */
  constructor(
    { table, objects, settleMilliseconds, fileLimits = FILE_LIMITS, pageSize = 500 }: StepDependencies,
    queued: Export,
    remaining: () => number,
    lease: KeptLease,
  ) {
    this.table = table;
    this.records = exportedRecords(table.reader, queued);
    this.pageSize = pageSize;
    this.settleMilliseconds = settleMilliseconds;
    this.#objects = objects;
    this.#remaining = remaining;
    this.#lease = lease;
    this.#state = new ExportState(table, queued);
    this.#fields = exportedFields(table.reader, queued);
    this.#files = new ExportFiles(objects, this.#fields, fileLimits);
  }

  get item(): Export {
    return this.#state.item;
  }

  get hasTime(): boolean {
    return this.#remaining() > 0;
  }

  async add(record: ExportedRecord): Promise<void> {
    await this.#files.add(this.item, record.id, this.#fields.select(record));
  }

  /** Those of these ids that are not in the export yet, in their order. */
  missing(ids: Iterable<string>): Promise<readonly string[]> {
    return this.#files.without(this.item, ids);
  }

  /**
   * Saves the file if it is full or the step has to end.
   *
   * @param progress behind everything that was added
   * @returns whether the step continues
   */
  async checkpoint(progress: ExportProgress): Promise<boolean> {
    this.#lease.assert();
    const { hasTime } = this;
    if (!hasTime || this.#files.isFull) await this.#save(progress, !this.#files.isEmpty);
    return hasTime;
  }

  /** Makes an export that is not running start from its beginning. */
  async start(changes: Pick<Export, 'startedAt' | 'totalCount' | 'progress'>): Promise<void> {
    const columnsKey = await this.#files.storeColumns(this.item);
    await this.#sweep(() => this.#state.change({ state: 'running', columnsKey, ...changes }));
  }

  /** Completes the export. Can be repeated, whichever of its writes failed. */
  async complete(progress: ExportProgress, owner: string): Promise<void> {
    // An export without records has a file, too.
    const isUnsaved = !this.#files.isEmpty || this.item.files.length === 0;
    await this.#sweep(() => this.#save(progress, isUnsaved));
    await this.#state.complete(owner);
  }

  /** Ends the export. It names its files until they are deleted, which an erasure does if this cannot. */
  async fail(problem: string, owner: string): Promise<void> {
    const stored = await this.#list();
    await this.#state.fail(problem, owner);
    if (await this.#discard(stored)) await this.#state.change({ files: [] });
  }

  /** Makes everything so far part of the export. */
  async #save(progress: ExportProgress, hasFile: boolean): Promise<void> {
    const { files } = this.item;
    if (hasFile && files.length === MAX_FILES) throw new TooManyFilesError();
    const added = hasFile ? [await this.#files.store(this.item)] : [];
    try {
      await this.#state.change({ progress, files: [...files, ...added] });
    } catch (error) {
      // The invocation that continues does not know it, and may have swept already.
      if (error instanceof LostLeaseError) await this.#discard(added.flatMap(objectsOf));
      throw error;
    }
  }

  /**
   * Changes the export, then deletes the objects that it does not name: attempts that were given up left
   * them. They are listed before the change, since an invocation that takes over continues from it: its files
   * are stored later.
   */
  async #sweep(change: () => Promise<void>): Promise<void> {
    const stored = await this.#list();
    await change();
    const named = new Set(objectsNamedBy(this.item));
    await this.#objects.remove(stored.filter((key) => !named.has(key)));
  }

  #list(): Promise<readonly string[]> {
    return this.#objects.list(filesPrefix(this.item));
  }

  /** Deletes objects. If that fails, the bucket deletes them once they expire. */
  async #discard(keys: readonly string[]): Promise<boolean> {
    try {
      await this.#objects.remove(keys);
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }
}

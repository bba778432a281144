import { csvLine, REJECT_COLUMNS } from '../../runtime/own-csv.ts';
import type { Import } from '../import.ts';
import { rejectPartKey, rejectsKeyOf } from '../object-keys.ts';
import type { ObjectStore } from '../object-store.ts';
import type { RejectedRow } from '../reader/run/import-run.ts';

/** UTF-16 code units that are held before a checkpoint is due. */
const MAX_HELD = 4 * 1024 * 1024;

const CSV = 'text/csv; charset=utf-8';

/**
 * The rejected rows of an import. Each checkpoint writes those since the previous one to an object of their
 * own: a step that is repeated replaces it.
 */
export class RejectedRows {
  readonly #objects: ObjectStore;
  readonly #import: Import;
  #parts: number;
  #lines = '';
  /** The length of the lines up to the last checkpoint. */
  #marked = 0;

  constructor(objects: ObjectStore, item: Import) {
    this.#objects = objects;
    this.#import = item;
    this.#parts = item.progress?.rejectParts ?? 0;
  }

  add({ file, line, reason, row }: RejectedRow): void {
    this.#lines += csvLine([file, line, reason, JSON.stringify(row)]);
  }

  /** Whether so many are held that a checkpoint is due. */
  get isFull(): boolean {
    return this.#lines.length >= MAX_HELD;
  }

  /** Notes that the rows so far are those before a checkpoint. */
  mark(): void {
    this.#marked = this.#lines.length;
  }

  /** Writes the rows up to the last mark. Returns the number of objects. */
  async save(): Promise<number> {
    const marked = this.#lines.slice(0, this.#marked);
    if (marked === '') return this.#parts;
    await this.#objects.write(rejectPartKey(this.#import, this.#parts), marked, CSV);
    this.#parts += 1;
    this.#lines = this.#lines.slice(marked.length);
    this.#marked = 0;
    return this.#parts;
  }

  /** Writes all saved rows beside the file. No-op without any. */
  async publish(): Promise<void> {
    if (this.#parts === 0) return;
    const parts = Array.from({ length: this.#parts }, (_, part) => rejectPartKey(this.#import, part));
    const header = csvLine(REJECT_COLUMNS);
    const { objectKey, id } = this.#import;
    for (const importId of [id, undefined]) {
      await this.#objects.concatenate(rejectsKeyOf(objectKey, importId), header, parts, CSV);
    }
  }
}

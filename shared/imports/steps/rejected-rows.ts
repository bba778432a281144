import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import { inWordsOfConsole } from '../console-words.ts';
import type { Import } from '../import.ts';
import { rejectPartKey, rejectsKeyOf } from '../object-keys.ts';
import { type CsvLayout, type RejectsFile, rejectsFileOf } from '../reader/files/rejects-file.ts';
import { REJECTS_FORMATS } from '../reader/files/rejects-format.ts';
import type { RejectedRow } from '../reader/run/import-run.ts';

/** UTF-16 code units that are held before a checkpoint is due. */
const MAX_HELD = 4 * 1024 * 1024;

/**
 * The rejected rows of an import, in the format of its file. Each checkpoint writes those since the previous
 * one to an object of their own: a step that is repeated replaces it.
 */
export class RejectedRows {
  readonly #objects: ObjectStore;
  readonly #import: Import;
  #file: RejectsFile | undefined;
  #parts: number;
  #lines = '';
  /** The length of the lines up to the last checkpoint. */
  #marked = 0;

  constructor(objects: ObjectStore, item: Import) {
    this.#objects = objects;
    this.#import = item;
    this.#parts = item.progress?.rejectParts ?? 0;
  }

  /** Notes how the rows of the file are written: before the first one is rejected. */
  open(layout: CsvLayout | undefined): void {
    this.#file = rejectsFileOf(layout);
  }

  add(row: RejectedRow): void {
    this.#lines += this.#file?.lineOf({ ...row, reason: inWordsOfConsole(row.reason) }) ?? '';
  }

  /** Whether so many are held that a checkpoint is due. */
  get isFull(): boolean {
    return this.#lines.length >= MAX_HELD;
  }

  /** Notes that the rows so far are those before a checkpoint. */
  mark(): void {
    this.#marked = this.#lines.length;
  }

  /** Writes the rows up to the last mark. Returns what has been written so far. */
  async save(): Promise<Pick<NonNullable<Import['progress']>, 'rejectParts' | 'rejectsFormat'>> {
    const marked = this.#lines.slice(0, this.#marked);
    const file = this.#file;
    if (marked !== '' && file !== undefined) {
      const key = rejectPartKey(this.#import, this.#parts);
      // The parts together are the file, however the import ends.
      const start = this.#parts === 0 ? file.start : '';
      await this.#objects.write(key, `${start}${marked}`, REJECTS_FORMATS[file.format]);
      this.#parts += 1;
      this.#lines = this.#lines.slice(marked.length);
      this.#marked = 0;
    }
    return { rejectParts: this.#parts, rejectsFormat: file?.format ?? this.#format };
  }

  /** Writes all saved rows next to the file. No-op without any. */
  async publish(): Promise<void> {
    if (this.#parts === 0) return;
    const parts = Array.from({ length: this.#parts }, (_, part) => rejectPartKey(this.#import, part));
    const format = this.#file?.format ?? this.#format;
    const { objectKey, id } = this.#import;
    for (const importId of [id, undefined]) {
      const key = rejectsKeyOf(objectKey, format, importId);
      await this.#objects.concatenate(key, '', parts, REJECTS_FORMATS[format]);
    }
  }

  /** The format in which an earlier step has written. */
  get #format() {
    return this.#import.progress?.rejectsFormat ?? 'csv';
  }
}

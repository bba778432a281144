import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import { inWordsOfStarter } from '../console-words.ts';
import type { Import, ImportProgress } from '../import.ts';
import { keysBeside, rejectPartKey, rejectsKeyOf } from '../object-keys.ts';
import { type CsvLayout, type RejectsFile, rejectsFileOf } from '../reader/files/rejects-file.ts';
import { REJECTS_FORMATS, type RejectsFormat } from '../reader/files/rejects-format.ts';
import type { RejectedRow } from '../reader/run/import-run.ts';
import { SavedLines } from './saved-lines.ts';

/** The rejected rows of an import, in the format of its file. */
export class RejectedRows {
  readonly #import: Import;
  readonly #lines: SavedLines;
  #file: RejectsFile | undefined;

  constructor(objects: ObjectStore, item: Import) {
    this.#import = item;
    this.#lines = new SavedLines(
      objects,
      (part) => rejectPartKey(item, part),
      item.progress?.rejectParts ?? 0,
    );
  }

  /** Notes how the rows of the file are written: before the first one is rejected. */
  open(layout: CsvLayout | undefined): void {
    this.#file = rejectsFileOf(layout);
  }

  add(row: RejectedRow): void {
    this.#lines.add(this.#file?.lineOf({ ...row, reason: inWordsOfStarter(this.#import, row.reason) }) ?? '');
  }

  /** Whether so many are held that a checkpoint is due. */
  get isFull(): boolean {
    return this.#lines.isFull;
  }

  /** Notes that the rows so far are those before a checkpoint. */
  mark(): void {
    this.#lines.mark();
  }

  /** Writes the rows up to the last mark. Returns what has been written so far. */
  async save(): Promise<Pick<ImportProgress, 'rejectParts' | 'rejectsFormat'>> {
    const format = this.#format;
    await this.#lines.save({ contentType: REJECTS_FORMATS[format], start: this.#file?.start ?? '' });
    return { rejectParts: this.#lines.parts, rejectsFormat: format };
  }

  /** Writes all saved rows next to the file. No-op without any. */
  publish(): Promise<void> {
    const format = this.#format;
    const keys = keysBeside(this.#import, (key, id) => rejectsKeyOf(key, format, id));
    return this.#lines.publish(keys, REJECTS_FORMATS[format]);
  }

  /** That of the file, or in which an earlier step has written. */
  get #format(): RejectsFormat {
    return this.#file?.format ?? this.#import.progress?.rejectsFormat ?? 'csv';
  }
}

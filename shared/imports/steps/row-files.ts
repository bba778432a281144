import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import { BYTE_ORDER_MARK, csvLine, WARNING_COLUMNS } from '../../runtime/own-csv.ts';
import { inWordsOfStarter } from '../console-words.ts';
import type { Import } from '../import.ts';
import { keysBeside, rejectPartKey, rejectsKeyOf, warningPartKey, warningsKeyOf } from '../object-keys.ts';
import { type CsvLayout, type RejectsFile, rejectsFileOf } from '../reader/files/rejects-file.ts';
import { REJECTS_FORMATS, type RejectsFormat } from '../reader/files/rejects-format.ts';
import type { RejectedRow, Warning } from '../reader/run/import-run.ts';
import { countedWarnings, WarningKinds } from '../reader/run/warning-kinds.ts';

/** UTF-16 code units that are held before a checkpoint is due. */
const MAX_HELD = 4 * 1024 * 1024;

/** Kinds of warnings that the item of an import keeps. */
const MAX_KINDS = 20;

const WARNINGS_TYPE = 'text/csv; charset=utf-8';
const WARNINGS_START = BYTE_ORDER_MARK + csvLine(WARNING_COLUMNS);

/**
 * Lines about the rows of an import. Each checkpoint writes those since the previous one to an object of
 * their own, its part: a step that is repeated replaces it. The parts together are the file.
 */
class SavedLines {
  readonly #objects: ObjectStore;
  readonly #keyOf: (part: number) => string;
  #lines = '';
  /** The length of the lines up to the last checkpoint. */
  #marked = 0;
  parts: number;

  constructor(objects: ObjectStore, keyOf: (part: number) => string, parts = 0) {
    this.#objects = objects;
    this.#keyOf = keyOf;
    this.parts = parts;
  }

  add(line: string): void {
    this.#lines += line;
  }

  get isFull(): boolean {
    return this.#lines.length >= MAX_HELD;
  }

  mark(): void {
    this.#marked = this.#lines.length;
  }

  /** @param start what the file starts with */
  async save(contentType: string, start: string): Promise<void> {
    const marked = this.#lines.slice(0, this.#marked);
    if (marked === '') return;
    await this.#objects.write(
      this.#keyOf(this.parts),
      this.parts === 0 ? start + marked : marked,
      contentType,
    );
    this.parts += 1;
    this.#lines = this.#lines.slice(marked.length);
    this.#marked = 0;
  }

  async publish(keys: readonly string[], contentType: string): Promise<void> {
    if (this.parts === 0) return;
    const parts = Array.from({ length: this.parts }, (_, part) => this.#keyOf(part));
    for (const key of keys) await this.#objects.concatenate(key, '', parts, contentType);
  }
}

/** The rejected rows of an import, in the format of its file, and its warnings: as CSV, and by kind. */
export class RowFiles {
  readonly #import: Import;
  readonly #rejects: SavedLines;
  readonly #warnings: SavedLines;
  readonly #kinds: WarningKinds;
  #marked: Import['warnings'];
  #file: RejectsFile | undefined;

  constructor(objects: ObjectStore, item: Import) {
    const { progress, warnings } = item;
    this.#import = item;
    this.#rejects = new SavedLines(objects, (part) => rejectPartKey(item, part), progress?.rejectParts);
    this.#warnings = new SavedLines(objects, (part) => warningPartKey(item, part), progress?.warningParts);
    this.#kinds = new WarningKinds(warnings);
    this.#marked = warnings;
  }

  /** Notes how the rows of the file are written: before the first one is rejected. */
  open(layout: CsvLayout | undefined): void {
    this.#file = rejectsFileOf(layout);
  }

  reject(row: RejectedRow): void {
    this.#rejects.add(
      this.#file?.lineOf({ ...row, reason: inWordsOfStarter(this.#import, row.reason) }) ?? '',
    );
  }

  warn(warning: Warning): void {
    const { file, line, field, value, reason } = warning;
    this.#warnings.add(csvLine([file, line, field, value, inWordsOfStarter(this.#import, reason)]));
    this.#kinds.add(warning);
  }

  /** Whether so many are held that a checkpoint is due. */
  get isFull(): boolean {
    return this.#rejects.isFull || this.#warnings.isFull;
  }

  /** Notes that what came so far is before a checkpoint. */
  mark(): void {
    this.#rejects.mark();
    this.#warnings.mark();
    this.#marked = countedWarnings(this.#kinds, MAX_KINDS);
  }

  /** Writes what came up to the last mark. Returns what has been written so far. */
  async save() {
    const rejectsFormat = this.#format;
    await this.#rejects.save(REJECTS_FORMATS[rejectsFormat], this.#file?.start ?? '');
    await this.#warnings.save(WARNINGS_TYPE, WARNINGS_START);
    const parts = { rejectParts: this.#rejects.parts, warningParts: this.#warnings.parts };
    return { warnings: this.#marked, progress: { ...parts, rejectsFormat } };
  }

  /** Writes all that was saved next to the file: none if there is none. */
  async publish(): Promise<void> {
    const format = this.#format;
    const rejects = keysBeside(this.#import, (key, id) => rejectsKeyOf(key, format, id));
    await this.#rejects.publish(rejects, REJECTS_FORMATS[format]);
    await this.#warnings.publish(keysBeside(this.#import, warningsKeyOf), WARNINGS_TYPE);
  }

  /** That of the file, or in which an earlier step has written. */
  get #format(): RejectsFormat {
    return this.#file?.format ?? this.#import.progress?.rejectsFormat ?? 'csv';
  }
}

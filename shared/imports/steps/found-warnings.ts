import type { ObjectStore } from '../../runtime/bucket/object-store.ts';
import { BYTE_ORDER_MARK, csvLine, WARNING_COLUMNS } from '../../runtime/own-csv.ts';
import { inWordsOfStarter } from '../console-words.ts';
import type { Import, ImportProgress } from '../import.ts';
import { keysBeside, warningPartKey, warningsKeyOf } from '../object-keys.ts';
import type { Warning } from '../reader/run/import-run.ts';
import { type CountedWarning, countedWarnings, WarningKinds } from '../reader/run/warning-kinds.ts';
import { SavedLines } from './saved-lines.ts';

/** Kinds that the item of an import keeps. */
const MAX_KINDS = 20;

const FILE = {
  contentType: 'text/csv; charset=utf-8',
  start: BYTE_ORDER_MARK + csvLine(WARNING_COLUMNS),
};

/** The warnings of an import: each in a CSV file, and the most frequent by kind. */
export class FoundWarnings {
  readonly #import: Import;
  readonly #lines: SavedLines;
  readonly #kinds: WarningKinds;
  #marked: readonly CountedWarning[];

  constructor(objects: ObjectStore, item: Import) {
    this.#import = item;
    this.#lines = new SavedLines(
      objects,
      (part) => warningPartKey(item, part),
      item.progress?.warningParts ?? 0,
    );
    this.#kinds = new WarningKinds(item.warnings);
    this.#marked = item.warnings;
  }

  add(warning: Warning): void {
    const { file, line, field, value, reason } = warning;
    this.#lines.add(csvLine([file, line, field, value, inWordsOfStarter(this.#import, reason)]));
    this.#kinds.add(warning);
  }

  get isFull(): boolean {
    return this.#lines.isFull;
  }

  /** Notes that the warnings so far are those before a checkpoint. */
  mark(): void {
    this.#lines.mark();
    this.#marked = countedWarnings(this.#kinds, MAX_KINDS);
  }

  /** Writes the warnings up to the last mark. Returns what has been written so far. */
  async save(): Promise<Pick<Import, 'warnings'> & Pick<ImportProgress, 'warningParts'>> {
    await this.#lines.save(FILE);
    return { warnings: this.#marked, warningParts: this.#lines.parts };
  }

  /** Writes all saved warnings next to the file. No-op without any. */
  publish(): Promise<void> {
    return this.#lines.publish(keysBeside(this.#import, warningsKeyOf), FILE.contentType);
  }
}

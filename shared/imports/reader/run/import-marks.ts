import { IMPORT_MARK_ATTRIBUTE } from '../../../table/items/schema.ts';
import type { Item } from '../../../table/reader.ts';
import type { Outcome } from './import-report.ts';

/** Few enough that a mark hardly adds to the write units of a record. */
const ID_CHARACTERS = 8;

const SIGNS = { created: '+', changed: '~' } as const;

/** What a mark and the id of its import begin with. Other imports whose ids start alike are not told apart. */
export const startOfMark = (markOrId: string): string => markOrId.slice(0, ID_CHARACTERS);

/**
 * Whether an import created a stored item, and no import has changed it since. Other imports whose ids start
 * alike are not told apart.
 */
export const hasCreated = (importId: string, item: Item): boolean =>
  String(item[IMPORT_MARK_ATTRIBUTE] ?? '').startsWith(`${startOfMark(importId)}${SIGNS.created}`);

/** The mark of what an import deletes. */
export const deletionMarkOf = (importId: string): string => `${startOfMark(importId)}${SIGNS.changed}`;

/**
 * Marks what an import writes. If a response is lost or a step is interrupted, the row meets what it wrote
 * before, and counts as what it did then instead of as unchanged.
 *
 * @param importId the same in each step of an import
 * @param rowsBefore rows of the file whose outcome is counted, now and at the checkpoint of this step
 */
export class ImportMarks {
  readonly #start: string;
  readonly #firstRow: number;
  readonly #rowsBefore: () => number;

  constructor(importId: string, rowsBefore: () => number) {
    this.#start = startOfMark(importId);
    this.#firstRow = rowsBefore();
    this.#rowsBefore = rowsBefore;
  }

  /** The marks of another import whose rows are counted with these. */
  ofImport(importId: string): ImportMarks {
    return new ImportMarks(importId, this.#rowsBefore);
  }

  /** The mark of an item that is written now. */
  markOf(outcome: keyof typeof SIGNS): string {
    return `${this.#start}${SIGNS[outcome]}${this.#rowsBefore().toString(36)}`;
  }

  /** The outcome of a row that the stored item already equals. */
  outcomeOf(item: Item | undefined): Outcome {
    const mark = item?.[IMPORT_MARK_ATTRIBUTE];
    if (typeof mark !== 'string' || !mark.startsWith(this.#start)) return 'unchanged';
    const rows = Number.parseInt(mark.slice(ID_CHARACTERS + 1), 36);
    // Written before the checkpoint, so it is counted already.
    if (rows < this.#firstRow) return 'unchanged';
    return mark[ID_CHARACTERS] === SIGNS.created ? 'created' : 'changed';
  }
}

import { BYTE_ORDER_MARK, delimitedLine, REASON_COLUMN } from '../../../runtime/own-csv.ts';
import { QUOTE_PROBLEMS } from './csv-records.ts';
import type { RejectsFormat } from './rejects-format.ts';

/** How the rows of a CSV file are written. */
export interface CsvLayout {
  /** The names of the columns, as the file has them. */
  readonly header: readonly string[];
  readonly delimiter: string;
  /** Whether it has rejected rows of another import, and their reasons in its last column. */
  readonly isRejects: boolean;
}

/** The columns of a file, without the reasons of rejected rows. */
const columnsOf = ({ header, isRejects }: CsvLayout): readonly string[] =>
  isRejects ? header.slice(0, -1) : header;

/** A row as its file has it: the cells of CSV, the object of JSON Lines, or text that could not be read. */
export type OriginalRow = readonly string[] | object | string;

/** A row that was rejected, and why. */
interface RejectedOriginal {
  readonly line: number;
  readonly reason: string;
  readonly original: OriginalRow;
}

/** Writes the rejected rows of a file in its own format. */
export interface RejectsFile {
  readonly format: RejectsFormat;
  /** What the file starts with. */
  readonly start: string;
  lineOf(row: RejectedOriginal): string;
}

/** The reason in a file of rejected rows also tells where the row is in the imported file. */
const reasonText = ({ line, reason }: Omit<RejectedOriginal, 'original'>): string =>
  `Line ${line}: ${reason}`;

/**
 * Whether a CSV file has rejected rows: some of its first lines give a reason. A source may have a column of
 * the same name.
 */
export const hasRejectedRows = (header: readonly string[], firstLines: readonly string[]): boolean =>
  header.length > 1 &&
  header.at(-1)?.trim() === REASON_COLUMN &&
  firstLines.some((text) => /(?:^|[",;\t|])Line \d+: /.test(text));

/** The line and the reason in a {@link REASON_COLUMN}; `undefined` for any other text. */
export const parseReason = (text: string): Omit<RejectedOriginal, 'original'> | undefined => {
  const [, line, reason] = /^Line (\d+): (.*)$/s.exec(text) ?? [];
  return line === undefined || reason === undefined ? undefined : { line: Number(line), reason };
};

const isCells = (original: OriginalRow): original is readonly string[] => Array.isArray(original);

const csvRejects = (layout: CsvLayout): RejectsFile => {
  const { header, delimiter } = layout;
  // Rows that are rejected again have one reason, the last one.
  const columns = columnsOf(layout);
  return {
    format: 'csv',
    start: BYTE_ORDER_MARK + delimitedLine([...columns, REASON_COLUMN], delimiter),
    lineOf({ original, ...rejected }) {
      const cells = isCells(original) ? original : [];
      const known = columns.map((_, index) => cells[index] ?? '');
      // Cells that no column has stay behind the reason, so that the row is not taken for a correct one.
      return delimitedLine([...known, reasonText(rejected), ...cells.slice(header.length)], delimiter);
    },
  };
};

const JSON_REJECTS: RejectsFile = {
  format: 'jsonl',
  start: '',
  lineOf({ original, ...rejected }) {
    const row = typeof original === 'object' ? original : { line: original };
    return `${JSON.stringify({ [REASON_COLUMN]: reasonText(rejected), ...row })}\n`;
  },
};

export const rejectsFileOf = (layout: CsvLayout | undefined): RejectsFile =>
  layout === undefined ? JSON_REJECTS : csvRejects(layout);

/** Advises what to do about a row that could be imported, but was probably not corrected. */
const UNCORRECTED = 'correct the row, or clear its `reason`';

/** How a row is imported although an earlier one was of the same record. */
export const TO_IMPORT_IT = 'clear its `reason` to import this row instead';

/** Why a row is rejected that is of the same record as an earlier one. It names the record. */
export const repeatedReason = (id: string, advice: string): string =>
  `id: an earlier row of the file is of the same record ${id} (${advice})`;

/**
 * Why a row of a file of rejected rows is rejected again: an earlier row of the imported file was of the same
 * record, which this one would overwrite, and neither its identity nor its reason has been changed.
 */
export const repeatedProblem = (reason: unknown, id: string): string | undefined => {
  const found = parseReason(String(reason ?? ''))?.reason;
  return found?.startsWith(repeatedReason(id, '').slice(0, -1)) ? found : undefined;
};

/**
 * Why a row of a file of rejected rows is rejected again: it was not split into cells as its author meant it,
 * and its cells are still the same. Such a row would pass for a correct one, because it got the cells that it
 * lacked.
 *
 * @param cells with the reason as the last one
 */
export const uncorrectedProblem = (cells: readonly string[]): string | undefined => {
  const { reason } = parseReason(cells.at(-1) ?? '') ?? {};
  if (reason === undefined) return undefined;
  const given = cells.slice(0, -1);
  const [, count] = /^the row has (\d+) cells, the header \d+ \(/.exec(reason) ?? [];
  const isShort = count !== undefined && given.slice(Number(count)).every((cell) => cell.trim() === '');
  const isQuoted =
    QUOTE_PROBLEMS.some((problem) => reason.startsWith(problem)) && given.some((cell) => cell.includes('"'));
  if (!isShort && !isQuoted) return undefined;
  return reason.includes(UNCORRECTED) ? reason : `${reason}: ${UNCORRECTED}`;
};

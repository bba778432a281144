import type { CellWarning } from '../cells/read-cells.ts';
import type { CountedKind } from '../run/import-report.ts';

interface RowLocation {
  /** The file as the caller named it. */
  readonly file: string;
  /** Where the row starts in the file, from 1; the header of a CSV file is line 1. */
  readonly line: number;
}

/** A row that was not imported, and why. */
export interface RejectedRow extends RowLocation {
  /** The offending field and what is wrong with it. */
  readonly reason: string;
  /** The row as read: an object by column name, or the text that could not be parsed. */
  readonly row: unknown;
}

/** A cell that was not imported as it is, and why. The rest of its row was. */
export interface Warning extends RowLocation, CellWarning {}

/** A row whose record is stored. */
export interface StoredRow extends RowLocation {
  readonly kind: CountedKind;
  readonly source: string;
  /** The record's id in the source; null if the row has none. */
  readonly sourceId: string | null;
  /** The record's id in this service. */
  readonly id: string;
}

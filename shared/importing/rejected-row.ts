/** A row that was not imported, and why. */
export interface RejectedRow {
  /** The file as the caller named it. */
  readonly file: string;
  /** Where the row starts in the file, from 1; the header of a CSV file is line 1. */
  readonly line: number;
  /** The offending field and what is wrong with it. */
  readonly reason: string;
  /** The row as it was read: an object by column name, or the text that could not be taken apart. */
  readonly row: unknown;
}

/** Thrown while a row is being understood: the row is rejected with this message, the import goes on. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

/** What a thrown value says about the row, or the value itself thrown on if it is not about the row. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RowError) return error.message;
  throw error;
};

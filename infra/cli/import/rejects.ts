import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs';
import type { RejectedRow } from '../../../shared/importing/rejected-row.ts';
import type { Output } from '../support/run-command.ts';

/** Takes note of the rows that were not imported. */
export interface RejectSink {
  add(row: RejectedRow): void;
  /** Ends the notes, once. */
  close(): void;
}

/** Rows that are printed before only their number is. */
const PRINTED_ROWS = 20;

const csvCell = (value: string): string =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`;

/**
 * Writes rejected rows to a CSV file, replacing what is there. Only its owner may read it: it holds people's
 * data. Each row is written at once, so that the file is complete whenever the import ends.
 */
export const rejectsToFile = (path: string): RejectSink => {
  const file = openSync(path, 'w', 0o600);
  fchmodSync(file, 0o600);
  writeSync(file, csvLine(['file', 'line', 'reason', 'row']));
  return {
    add: (rejected) => {
      const { line, reason, row } = rejected;
      writeSync(file, csvLine([rejected.file, String(line), reason, JSON.stringify(row)]));
    },
    close: () => closeSync(file),
  };
};

/** Prints the first rejected rows, and at the end how many more there were. */
export const rejectsToMessages = (output: Output): RejectSink => {
  let count = 0;
  return {
    add: ({ file, line, reason }) => {
      count += 1;
      if (count <= PRINTED_ROWS) output.message(`${file}:${line}: rejected: ${reason}`);
    },
    close: () => {
      if (count <= PRINTED_ROWS) return;
      output.message(`… and ${count - PRINTED_ROWS} more rejected rows; --rejects FILE writes them all.`);
    },
  };
};

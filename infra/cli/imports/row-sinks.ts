import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs';
import type { RejectedRow, StoredRow, Warning } from '../../../shared/imports/reader/run/import-run.ts';
import { csvLine, ID_COLUMNS, REJECT_COLUMNS, WARNING_COLUMNS } from '../../../shared/runtime/own-csv.ts';
import type { Output } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { IDS_IN_REPORT, type ImportCommand } from './options.ts';

/**
 * Writes a CSV file, replacing what is there. Only its owner may read it: it holds people's data. Each line
 * is written at once, so that the file is complete whenever the import ends.
 *
 * @param flag names the file in the UsageError that is thrown if it cannot be written
 */
const createPrivateCsv = <Column extends string>(flag: string, path: string, columns: readonly Column[]) => {
  const open = (): number => {
    try {
      const descriptor = openSync(path, 'w', 0o600);
      fchmodSync(descriptor, 0o600);
      return descriptor;
    } catch (error) {
      throw new UsageError(`${flag}: ${messageOf(error)}`);
    }
  };
  const file = open();
  const write = (cells: readonly (string | number | null)[]): void => {
    writeSync(file, csvLine(cells));
  };
  write(columns);
  return {
    add: (row: Readonly<Record<Column, string | number | null>>) => write(columns.map((name) => row[name])),
    close: () => closeSync(file),
  };
};

/** Takes note of rows while they are imported. */
interface RowSink<Row> {
  add(row: Row): void;
  /** Ends the notes, once. */
  close(): void;
}

/** Rows of one kind that are printed before only their number is. */
const PRINTED_ROWS = 20;

/**
 * Prints the first rows, and at the end how many more there were.
 *
 * @param flag the one that writes all rows to a file
 */
const printed = (
  output: Output,
  [label, plural]: readonly [label: string, plural: string],
  flag: string,
): RowSink<RejectedRow | Warning> => {
  let count = 0;
  return {
    add: ({ file, line, reason }) => {
      count += 1;
      if (count <= PRINTED_ROWS) output.message(`${file}:${line}: ${label}: ${reason}`);
    },
    close: () => {
      if (count <= PRINTED_ROWS) return;
      output.message(`… and ${count - PRINTED_ROWS} more ${plural}; ${flag} FILE writes them all.`);
    },
  };
};

const rejectSink = (path: string | undefined, output: Output): RowSink<RejectedRow> => {
  if (path === undefined) return printed(output, ['rejected', 'rejected rows'], '--rejects');
  const csv = createPrivateCsv('--rejects', path, REJECT_COLUMNS);
  return { ...csv, add: (rejected) => csv.add({ ...rejected, row: JSON.stringify(rejected.row) }) };
};

const warningSink = (path: string | undefined, output: Output): RowSink<Warning> =>
  path === undefined
    ? printed(output, ['warning', 'warnings'], '--warnings')
    : createPrivateCsv('--warnings', path, WARNING_COLUMNS);

interface IdSink extends RowSink<StoredRow> {
  /** The ids for the report; absent if they are not wanted there. */
  readonly ids?: readonly StoredRow[];
}

const idSink = (path: string | undefined): IdSink => {
  if (path !== undefined && path !== IDS_IN_REPORT) {
    return createPrivateCsv('--ids', path, ID_COLUMNS);
  }
  const ids: StoredRow[] = [];
  return path === undefined
    ? { add: () => undefined, close: () => undefined }
    : { add: (row) => ids.push(row), close: () => undefined, ids };
};

export type RowSinks = ReturnType<typeof openRowSinks>;

/**
 * Where the rows of an import are written or printed to. Throws a UsageError if one of the files cannot be
 * written.
 */
export const openRowSinks = (command: ImportCommand, output: Output) => {
  const sinks = {
    rejects: rejectSink(command.rejects, output),
    warnings: warningSink(command.warnings, output),
    ids: idSink(command.ids),
  };
  return {
    ...sinks,
    close: () => {
      for (const sink of Object.values(sinks)) sink.close();
    },
  };
};

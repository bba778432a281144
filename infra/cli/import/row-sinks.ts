import type { RejectedRow, StoredRow, Warning } from '../../../shared/importing/rows/row-reports.ts';
import type { Output } from '../support/run-command.ts';
import { IDS_IN_REPORT, type ImportCommand } from './options.ts';
import { createPrivateCsv } from './private-csv.ts';

/** Takes note of rows while they are imported. */
interface RowSink<Row> {
  add(row: Row): void;
  /** Ends the notes, once. */
  close(): void;
}

/** Rows of one kind that are printed before only their number is. */
const PRINTED_ROWS = 20;

/** Prints the first rows, and at the end how many more there were. */
const printed = <Row>(
  output: Output,
  textOf: (row: Row) => string,
  moreOf: (count: number) => string,
): RowSink<Row> => {
  let count = 0;
  return {
    add: (row) => {
      count += 1;
      if (count <= PRINTED_ROWS) output.message(textOf(row));
    },
    close: () => {
      if (count > PRINTED_ROWS) output.message(moreOf(count - PRINTED_ROWS));
    },
  };
};

const rejectSink = (path: string | undefined, output: Output): RowSink<RejectedRow> => {
  if (path === undefined) {
    return printed(
      output,
      ({ file, line, reason }) => `${file}:${line}: rejected: ${reason}`,
      (count) => `… and ${count} more rejected rows; --rejects FILE writes them all.`,
    );
  }
  const csv = createPrivateCsv('--rejects', path, ['file', 'line', 'reason', 'row']);
  return {
    add: ({ file, line, reason, row }) => csv.add(file, line, reason, JSON.stringify(row)),
    close: csv.close,
  };
};

const warningSink = (path: string | undefined, output: Output): RowSink<Warning> => {
  if (path === undefined) {
    return printed(
      output,
      ({ file, line, reason }) => `${file}:${line}: warning: ${reason}`,
      (count) => `… and ${count} more warnings; --warnings FILE writes them all.`,
    );
  }
  const csv = createPrivateCsv('--warnings', path, ['file', 'line', 'field', 'value', 'reason']);
  return {
    add: ({ file, line, field, value, reason }) => csv.add(file, line, field, value, reason),
    close: csv.close,
  };
};

interface IdSink extends RowSink<StoredRow> {
  /** The ids for the report; absent if they are not wanted there. */
  readonly ids?: readonly StoredRow[];
}

const idSink = (path: string | undefined): IdSink => {
  if (path === undefined) return { add: () => undefined, close: () => undefined };
  if (path === IDS_IN_REPORT) {
    const ids: StoredRow[] = [];
    return { add: (row) => ids.push(row), close: () => undefined, ids };
  }
  const csv = createPrivateCsv('--ids', path, ['kind', 'source', 'sourceId', 'id', 'file', 'line']);
  return {
    add: ({ kind, source, sourceId, id, file, line }) =>
      csv.add(kind, source, sourceId ?? '', id, file, line),
    close: csv.close,
  };
};

/** Where the rows of an import are written or printed to. */
export interface RowSinks {
  readonly rejects: RowSink<RejectedRow>;
  readonly warnings: RowSink<Warning>;
  readonly ids: IdSink;
  close(): void;
}

/** Throws a UsageError if one of the files cannot be written. */
export const openRowSinks = (command: ImportCommand, output: Output): RowSinks => {
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

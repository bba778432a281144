import type {
  ImportOptions,
  RejectedRow,
  StoredRow,
  Warning,
} from '../../../shared/imports/reader/run/import-run.ts';
import { WarningKinds } from '../../../shared/imports/reader/run/warning-kinds.ts';
import { csvLine, ID_COLUMNS, WARNING_COLUMNS } from '../../../shared/runtime/own-csv.ts';
import type { Output } from '../support/output.ts';
import { IDS_IN_REPORT, type ImportCommand } from './options.ts';
import { createPrivateFile } from './private-file.ts';
import { RejectsFiles } from './rejects-files.ts';

/** Writes a CSV file that only its owner may read, see {@link createPrivateFile}. */
const createPrivateCsv = <Column extends string>(flag: string, path: string, columns: readonly Column[]) => {
  const file = createPrivateFile(flag, path);
  file.write(csvLine(columns));
  return {
    add: (row: Readonly<Record<Column, string | number | null>>) =>
      file.write(csvLine(columns.map((name) => row[name]))),
    close: file.close,
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
 * @param option the one that writes all rows to a file
 */
const printed = (
  output: Output,
  [label, plural]: readonly [label: string, plural: string],
  option: string,
): RowSink<RejectedRow | Warning> => {
  let count = 0;
  return {
    add: ({ file, line, reason }) => {
      count += 1;
      if (count <= PRINTED_ROWS) output.message(`${file}:${line}: ${label}: ${reason}`);
    },
    close: () => {
      if (count <= PRINTED_ROWS) return;
      output.message(`… and ${count - PRINTED_ROWS} more ${plural}; ${option} writes them all.`);
    },
  };
};

interface RejectSink extends RowSink<RejectedRow> {
  readonly open: NonNullable<ImportOptions['onOpened']>;
  /** The files that have rejected rows. */
  readonly paths: readonly string[];
}

const rejectSink = (isWriting: boolean, output: Output): RejectSink =>
  isWriting
    ? new RejectsFiles()
    : {
        ...printed(output, ['rejected', 'rejected rows'], '--rejects'),
        open: () => undefined,
        paths: [],
      };

/** Kinds of warnings that are printed. */
const PRINTED_KINDS = 20;

/** Prints at the end what warnings are about, then the first ones, or where all of them are. */
const warningSink = (path: string | undefined, output: Output): RowSink<Warning> => {
  const kinds = new WarningKinds();
  const first: Warning[] = [];
  let count = 0;
  const csv = path === undefined ? undefined : createPrivateCsv('--warnings', path, WARNING_COLUMNS);
  return {
    add: (warning) => {
      count += 1;
      kinds.add(warning);
      if (csv !== undefined) csv.add(warning);
      else if (first.length < PRINTED_ROWS) first.push(warning);
    },
    close: () => {
      csv?.close();
      const repeated = kinds.all.filter((kind) => kind.count > 1);
      for (const kind of repeated.slice(0, PRINTED_KINDS)) {
        output.message(`${kind.count} warnings: ${kind.reason}`);
      }
      const examples = printed(output, ['warning', 'warnings'], '--warnings FILE');
      for (const warning of first) examples.add(warning);
      if (csv === undefined && count > first.length) {
        output.message(`… and ${count - first.length} more warnings; --warnings FILE writes them all.`);
      }
    },
  };
};

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
    rejects: rejectSink(command.isWritingRejects, output),
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

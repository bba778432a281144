import { closeSync, fchmodSync, openSync, rmSync, writeFileSync } from 'node:fs';
import {
  type CsvLayout,
  type RejectsFile,
  rejectsFileOf,
} from '../../../shared/imports/reader/files/rejects-file.ts';
import {
  REJECTS_FORMATS,
  type RejectsFormat,
  rejectsSuffix,
} from '../../../shared/imports/reader/files/rejects-format.ts';
import type { RejectedRow, StoredRow, Warning } from '../../../shared/imports/reader/run/import-run.ts';
import { WarningKinds } from '../../../shared/imports/reader/run/warning-kinds.ts';
import { csvLine, ID_COLUMNS, WARNING_COLUMNS } from '../../../shared/runtime/own-csv.ts';
import type { Output } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { IDS_IN_REPORT, type ImportCommand } from './options.ts';

/** Rows, and kinds of warnings, that are printed before only their number is. */
const PRINTED = 20;

/**
 * Creates a file, replacing what is there. Only its owner may read it: it holds people's data. Each text is
 * written at once, so that the file is complete whenever the import ends.
 *
 * @param flag names the file in the UsageError that is thrown if it cannot be written
 */
const createPrivateFile = (flag: string, path: string) => {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'w', 0o600);
    fchmodSync(descriptor, 0o600);
  } catch (error) {
    throw new UsageError(`${flag}: ${messageOf(error)}`);
  }
  return {
    write: (text: string): void => writeFileSync(descriptor, text),
    close: (): void => closeSync(descriptor),
  };
};

const createPrivateCsv = <Column extends string>(flag: string, path: string, columns: readonly Column[]) => {
  const file = createPrivateFile(flag, path);
  file.write(csvLine(columns));
  return {
    add: (row: Readonly<Record<Column, string | number | null>>): void =>
      file.write(csvLine(columns.map((name) => row[name]))),
    close: file.close,
  };
};

/** The files to which the rejected rows of an imported file may be written. Its content decides which. */
export const rejectsPathsOf = (path: string): readonly string[] =>
  (Object.keys(REJECTS_FORMATS) as RejectsFormat[]).map((format) => `${path}${rejectsSuffix(format)}`);

interface RejectSink {
  /** Called with each imported file before its rows are rejected. */
  open(layout: CsvLayout | undefined, imported: string): void;
  add(row: RejectedRow): void;
  close(): void;
  /** The files that have rejected rows. */
  readonly paths: readonly string[];
}

/** Prints the first rejected rows, and at the end how many more there were. */
const printedRejects = (output: Output): RejectSink => {
  let count = 0;
  return {
    open: () => undefined,
    add: ({ file, line, reason }) => {
      count += 1;
      if (count <= PRINTED) output.message(`${file}:${line}: rejected: ${reason}`);
    },
    close: () => {
      if (count <= PRINTED) return;
      output.message(`… and ${count - PRINTED} more rejected rows; --rejects writes them all.`);
    },
    paths: [],
  };
};

/**
 * Writes the rejected rows of each imported file to one next to it, as imports of the bucket do. A file
 * without rejected rows has none, also if an earlier import left one.
 */
const writtenRejects = (): RejectSink => {
  const files = new Map<string, RejectsFile & ReturnType<typeof createPrivateFile> & { path: string }>();
  const written = new Set<string>();
  return {
    open(layout, imported) {
      const rejects = rejectsFileOf(layout);
      const path = `${imported}${rejectsSuffix(rejects.format)}`;
      const file = { ...rejects, ...createPrivateFile('--rejects', path), path };
      file.write(file.start);
      files.set(imported, file);
    },
    add({ file: imported, ...row }) {
      const file = files.get(imported);
      if (file === undefined) return;
      file.write(file.lineOf(row));
      written.add(file.path);
    },
    close() {
      for (const { path, close } of files.values()) {
        close();
        if (!written.has(path)) rmSync(path);
      }
    },
    get paths() {
      return [...written];
    },
  };
};

/** Prints at the end what warnings are about, then the first ones, or where all of them are. */
const warningSink = (path: string | undefined, output: Output) => {
  const kinds = new WarningKinds();
  const first: Warning[] = [];
  let count = 0;
  const csv = path === undefined ? undefined : createPrivateCsv('--warnings', path, WARNING_COLUMNS);
  return {
    add: (warning: Warning): void => {
      count += 1;
      kinds.add(warning);
      if (csv !== undefined) csv.add(warning);
      else if (first.length < PRINTED) first.push(warning);
    },
    close: (): void => {
      csv?.close();
      const repeated = kinds.all.filter((kind) => kind.count > 1);
      for (const kind of repeated.slice(0, PRINTED)) {
        output.message(`${kind.count} warnings: ${kind.reason}`);
      }
      for (const { file, line, reason } of first) output.message(`${file}:${line}: warning: ${reason}`);
      if (csv === undefined && count > first.length) {
        output.message(`… and ${count - first.length} more warnings; --warnings FILE writes them all.`);
      }
    },
  };
};

/** Writes the ids of rows to a file, or keeps them for the report: `ids`. */
const idSink = (path: string | undefined) => {
  if (path !== undefined && path !== IDS_IN_REPORT) {
    return { ...createPrivateCsv('--ids', path, ID_COLUMNS), ids: undefined };
  }
  const ids: StoredRow[] | undefined = path === undefined ? undefined : [];
  return { add: (row: StoredRow): unknown => ids?.push(row), close: () => undefined, ids };
};

export type RowSinks = ReturnType<typeof openRowSinks>;

/**
 * Where the rows of an import are written or printed to. Throws a UsageError if one of the files cannot be
 * written.
 */
export const openRowSinks = (command: ImportCommand, output: Output) => {
  const sinks = {
    rejects: command.isWritingRejects ? writtenRejects() : printedRejects(output),
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

import type { AdminResponseBody } from '../../contract/admin-response-bodies.ts';
import type { Table } from '../../table/table.ts';
import { inWordsOfConsole } from '../console-words.ts';
import { fileKindOf } from '../file-kinds.ts';
import type { Import } from '../import.ts';
import { readingOf } from '../import-reading.ts';
import { ImportInputError } from '../reader/columns/column-mapping.ts';
import { importInto } from '../reader/import-into.ts';
import { countsOf } from '../reader/run/import-report.ts';
import type { RejectedRow } from '../reader/run/import-run.ts';
import { countedWarnings, WarningKinds } from '../reader/run/warning-kinds.ts';
import { type FileStart, fileOfStart } from './file-start.ts';

const MAX_REJECTED_ROWS = 20;
const MAX_WARNINGS = 50;
/** Bounds the size of a check. */
const MAX_COLUMNS = 500;

type FileCheck = AdminResponseBody<'ImportCheck'>;

type CheckedFile = FileStart & Pick<Import, 'organizationId' | 'kind' | 'source' | 'settings'>;

class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** A table that can only be read, and only until a time. */
const readOnlyUntil = ({ reader }: Table, deadline: number): Table => {
  const inTime = <A extends readonly unknown[], R>(read: (...parameters: A) => Promise<R>) => {
    return async (...parameters: A): Promise<R> => {
      if (Date.now() > deadline) throw new OutOfTimeError('The check ran out of time.');
      return read(...parameters);
    };
  };
  const refuse = async (): Promise<never> => {
    throw new Error('A check must not write.');
  };
  return {
    reader: {
      get: inTime(reader.get),
      getMany: inTime(reader.getMany),
      transactGet: inTime(reader.transactGet),
      queryPage: inTime(reader.queryPage),
      count: inTime(reader.count),
    },
    writer: { put: refuse, transact: refuse, update: refuse },
  };
};

/**
 * Imports the start of a file into nothing, as a dry run of the command does.
 *
 * @param deadline when to stop, in milliseconds since 1970. What was read until then is reported
 */
export const checkFile = async (table: Table, file: CheckedFile, deadline: number): Promise<FileCheck> => {
  const { organizationId, source, settings, start, size } = file;
  const isWhole = start.length >= size;
  const checked = await fileOfStart(file);
  const rejected: RejectedRow[] = [];
  const warnings = new WarningKinds();
  let notes: FileCheck['notes'] = [];
  let plan: FileCheck['plan'] = null;
  let counts: FileCheck['counts'] = countsOf({});
  const result = (problem: string | null, isComplete: boolean): FileCheck => ({
    problem,
    isWholeFile: isWhole && isComplete,
    counts,
    plan,
    notes,
    rejected: rejected
      .slice(0, MAX_REJECTED_ROWS)
      .map(({ line, reason }) => ({ line, reason: inWordsOfConsole(reason) })),
    warnings: countedWarnings(warnings, MAX_WARNINGS).map((each) => ({
      ...each,
      reason: inWordsOfConsole(each.reason),
    })),
  });
  try {
    const report = await importInto(readOnlyUntil(table, deadline), {
      ...readingOf(settings),
      organizationId,
      source,
      isDryRun: true,
      files: { [fileKindOf(file)]: checked },
      onFile: ({ columns, plan: decided }) => {
        plan = decided;
        notes = columns
          .slice(0, MAX_COLUMNS)
          .flatMap(({ column, note, suggestedField = null }) =>
            note === undefined ? [] : [{ column, note: inWordsOfConsole(note), suggestedField }],
          );
      },
      onRejectedRow: (row) => {
        if (rejected.length < MAX_REJECTED_ROWS) rejected.push(row);
      },
      onWarning: (warning) => warnings.add(warning),
      onProgress: (report) => {
        counts = countsOf(report);
      },
    });
    counts = countsOf(report);
  } catch (error) {
    if (error instanceof OutOfTimeError) return result(null, false);
    if (error instanceof ImportInputError) return result(inWordsOfConsole(error.message), true);
    throw error;
  }
  return result(null, true);
};

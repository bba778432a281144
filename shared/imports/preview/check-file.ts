import { isPhoneRegion } from '../../domain/readings/phones.ts';
import type { Table } from '../../table/table.ts';
import { CONSOLE_ADVICE, inWordsOfConsole } from '../console-words.ts';
import { fileKindOf } from '../file-kinds.ts';
import type { Import } from '../import.ts';
import { ImportInputError } from '../reader/columns/column-mapping.ts';
import { importInto } from '../reader/import-into.ts';
import type { CheckpointCounts } from '../reader/run/checkpoints.ts';
import type { FilePlan } from '../reader/run/import-plan.ts';
import { countsOf } from '../reader/run/import-report.ts';
import type { RejectedRow } from '../reader/run/import-run.ts';
import { type CountedWarning, countedWarnings, WarningKinds } from '../reader/run/warning-kinds.ts';
import { type FileStart, fileOfStart } from './file-start.ts';

const MAX_REJECTED_ROWS = 20;
const MAX_WARNINGS = 50;
/** Bounds the size of a check. */
const MAX_COLUMNS = 500;

/** What an import of a file would do, of which nothing is written. */
export interface FileCheck {
  /** Why the file cannot be imported with these settings; `null` if it can. */
  readonly problem: string | null;
  /** Whether the check has read the whole file. */
  readonly isWholeFile: boolean;
  readonly counts: CheckpointCounts;
  /** What is decided before rows are imported; `null` if the file cannot be read. */
  readonly plan: FilePlan | null;
  /** What is worth knowing of columns. */
  readonly notes: readonly {
    readonly column: string;
    readonly note: string;
    readonly suggestedField: string | null;
  }[];
  /** The first rows that would be rejected. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly warnings: readonly CountedWarning[];
}

export interface CheckedFile
  extends FileStart,
    Pick<Import, 'organizationId' | 'kind' | 'source' | 'settings'> {}

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
  const { region, dateOrder, ...flags } = settings;
  const isWhole = start.length >= size;
  const checked = await fileOfStart(file);
  const rejected: RejectedRow[] = [];
  const warnings = new WarningKinds();
  let notes: FileCheck['notes'] = [];
  let plan: FilePlan | null = null;
  let counts: CheckpointCounts = countsOf({});
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
      ...flags,
      organizationId,
      source,
      isDryRun: true,
      region: region !== null && isPhoneRegion(region) ? region : undefined,
      dateOrder: dateOrder ?? undefined,
      advice: CONSOLE_ADVICE,
      files: { [fileKindOf(file)]: checked },
      onColumns: (columns, plans) => {
        [plan = null] = plans;
        notes = Object.values(columns)
          .flat()
          .slice(0, MAX_COLUMNS)
          .flatMap(({ column, note, suggestedField = null }) =>
            note === undefined ? [] : [{ column, note, suggestedField }],
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

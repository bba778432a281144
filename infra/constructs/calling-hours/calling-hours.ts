import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CallingHoursTable, callingHoursTableSchema } from '../../../shared/calling-hours/table.ts';
import { CALLING_HOURS_TABLE_VARIABLE } from '../../../shared/runtime/environment.ts';
import type { StageConfig } from '../../config.ts';
import type { ServiceFunctionProps } from '../platform/service-function.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const TABLE_FILE = 'calling-hours.json';

/** `regions.US-FL.rules[0].hours[1]` */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/** More problems would hide the first. */
const MAX_PROBLEMS = 10;

const parseTable = (text: string, file: string): CallingHoursTable => {
  const invalid = (problems: string): Error =>
    new Error(`The table of calling hours, ${file}, is invalid: ${problems}.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'it is not JSON');
  }
  const { data, error } = callingHoursTableSchema.safeParse(json);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => `${placeOf(path) || 'the table'} ${message}`);
  const others = problems.length - MAX_PROBLEMS;
  throw invalid(
    [...problems.slice(0, MAX_PROBLEMS), ...(others > 0 ? [`and ${others} more problems`] : [])].join('; '),
  );
};

const readTable = (file: string): string => {
  try {
    return readFileSync(resolve(ROOT, file), 'utf8');
  } catch (error) {
    throw new Error(`Cannot read the table of calling hours, ${file}.`, { cause: error });
  }
};

/**
 * What a function needs to judge calls: the stage's table next to its code, without what only people read.
 * Nothing if the stage has no table.
 *
 * @throws Error naming the file, and each invalid place in it
 */
export const callingHoursProps = ({
  callingHours,
}: StageConfig): Pick<ServiceFunctionProps, 'environment' | 'files'> => {
  if (callingHours === undefined) return {};
  const table = parseTable(readTable(callingHours.table), callingHours.table);
  return {
    environment: { [CALLING_HOURS_TABLE_VARIABLE]: TABLE_FILE },
    files: { [TABLE_FILE]: JSON.stringify({ ...table, about: [] } satisfies CallingHoursTable) },
  };
};

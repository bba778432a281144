import { PROBLEMS, type ProblemName, problemType } from '../../contract/problems.ts';
import { OUTCOMES, type Outcome } from '../../contract/request-limits.ts';
import type { LogRow } from './log-search.ts';

/** Status codes of each outcome, by their first digit. */
export const FIRST_DIGITS: Readonly<Record<Outcome, readonly string[]>> = {
  succeeded: ['2', '3'],
  refused: ['4'],
  failed: ['5'],
};

/** @param status such as `404` */
export const outcomeOf = (status: string): Outcome =>
  OUTCOMES.find((outcome) => FIRST_DIGITS[outcome].includes(status.charAt(0))) ?? 'failed';

/**
 * Problems whose status another one has, too, by what tells them apart: the type of gateway response, or the
 * type that the authorizer denied with. All others are told by their status, because the access log does not
 * know the body of a response.
 */
export const TOLD: readonly (readonly [ProblemName, field: 'error' | 'deniedType', value: string])[] = [
  ['quota-exceeded', 'error', 'QUOTA_EXCEEDED'],
  ['address-not-allowed', 'deniedType', problemType('address-not-allowed')],
];

const told: ReadonlySet<string> = new Set(TOLD.map(([name]) => name));

const BY_STATUS: ReadonlyMap<string, ProblemName> = new Map(
  Object.entries(PROBLEMS)
    .filter(([name]) => !told.has(name))
    .map(([name, { status }]) => [String(status), name as ProblemName]),
);

/** The fields of a line that tell its problem. */
export const PROBLEM_FIELDS = ['status', 'error', 'deniedType'] as const;

/**
 * The problem that a response was.
 *
 * @param line with `error`, the type of gateway response, and `deniedType`, if it was denied
 * @returns nothing for a success, and for a status that no problem has
 */
export const problemOf = (line: LogRow): ProblemName | undefined =>
  TOLD.find(([, field, value]) => line[field] === value)?.[0] ?? BY_STATUS.get(line['status'] ?? '');

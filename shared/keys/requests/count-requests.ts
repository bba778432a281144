import type { ProblemName } from '../../contract/problems.ts';
import type { Outcome } from '../../contract/request-limits.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import type { KeyScope } from '../key-store.ts';
import { COUNT, countQuery, DAY, isOneOf, MAX_LOG_ROWS } from './log-query.ts';
import type { LogRow } from './log-search.ts';
import type { RequestStore } from './read-requests.ts';
import { scopeConditions } from './request-filter.ts';
import { outcomeOf, PROBLEM_FIELDS, problemOf } from './request-outcome.ts';

/** How many requests ended how. */
export interface RequestCounts extends Readonly<Record<Outcome, number>> {
  /** The refused ones by problem, most first. */
  readonly refusals: readonly { readonly problem: ProblemName; readonly requests: number }[];
}

export const NO_REQUESTS: RequestCounts = { succeeded: 0, refused: 0, failed: 0, refusals: [] };

/** Counts by UTC day (`2026-01-31`). */
export type CountsByDay = ReadonlyMap<string, RequestCounts>;

/** CloudWatch returned the maximum number of groups, so some may be missing. */
export class TooManyCountsError extends Error {
  override readonly name = 'TooManyCountsError';
}

const add = (counts: RequestCounts, row: LogRow): RequestCounts => {
  const status = row['status'] ?? '';
  const requests = Number(row[COUNT]);
  const outcome = outcomeOf(status);
  const problem = outcome === 'refused' ? problemOf(row) : undefined;
  const sum = { ...counts, [outcome]: counts[outcome] + requests };
  if (problem === undefined) return sum;
  const others = counts.refusals.filter((refusal) => refusal.problem !== problem);
  const before = counts.refusals.find((refusal) => refusal.problem === problem)?.requests ?? 0;
  const refusals = [...others, { problem, requests: before + requests }];
  return { ...sum, refusals: refusals.toSorted((one, other) => other.requests - one.requests) };
};

/** @param rows whose day is such as `2026-01-31 00:00:00.000` */
const byDay = (rows: readonly LogRow[]): CountsByDay => {
  const counts = new Map<string, RequestCounts>();
  for (const row of rows) {
    const day = row[DAY]?.slice(0, 10) ?? '';
    counts.set(day, add(counts.get(day) ?? NO_REQUESTS, row));
  }
  return counts;
};

const search = async (
  { search: run, groups }: RequestStore,
  conditions: readonly string[],
  by: readonly string[],
  from: string,
  to: string,
): Promise<readonly LogRow[]> => {
  const rows = await run({
    groups: [groups.access, groups.authorizer],
    text: countQuery(conditions, by),
    from: Date.parse(from),
    to: Date.parse(to) + MILLISECONDS_PER_DAY - 1,
  });
  if (rows.length < MAX_LOG_ROWS) return rows;
  throw new TooManyCountsError('CloudWatch returned the maximum number of counts, so some may be missing.');
};

/**
 * Counts the requests of all keys of a scope, also of revoked ones. One search in CloudWatch Logs.
 *
 * @param from the first UTC day
 * @param to the last one
 */
export const countAllRequests = async (
  store: RequestStore,
  scope: KeyScope,
  from: string,
  to: string,
): Promise<CountsByDay> => byDay(await search(store, scopeConditions(scope), PROBLEM_FIELDS, from, to));

/**
 * Counts the requests of some keys. One search in CloudWatch Logs.
 *
 * @returns counts by key id
 */
export const countRequestsOfKeys = async (
  store: RequestStore,
  scope: KeyScope,
  keyIds: readonly string[],
  from: string,
  to: string,
): Promise<ReadonlyMap<string, CountsByDay>> => {
  if (keyIds.length === 0) return new Map();
  const conditions = [...scopeConditions(scope), isOneOf('keyId', keyIds)];
  const rows = await search(store, conditions, ['keyId', ...PROBLEM_FIELDS], from, to);
  return new Map([...Map.groupBy(rows, (row) => row['keyId'] ?? '')].map(([id, own]) => [id, byDay(own)]));
};

import type { ProblemName } from '../../contract/problems.ts';
import { isRefusalReason, type Outcome, type RefusalReason } from '../../contract/request-limits.ts';
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR } from '../../runtime/durations.ts';
import type { KeyScope } from '../key-store.ts';
import {
  COUNT,
  countQuery,
  DAY,
  either,
  HOUR,
  isAfter,
  isBefore,
  isOneOf,
  MAX_LOG_ROWS,
  startsWith,
} from './log-query.ts';
import type { LogQuery, LogRow } from './log-search.ts';
import { LONGEST_REQUEST, type RequestStore } from './read-requests.ts';
import { filterConditions, type RequestFilter } from './request-filter.ts';
import { FIRST_DIGITS, outcomeOf, PROBLEM_FIELDS, problemOf } from './request-outcome.ts';

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
  range: Pick<LogQuery, 'from' | 'to'>,
): Promise<readonly LogRow[]> => {
  const rows = await run({
    groups: [groups.access, groups.authorizer],
    text: countQuery(conditions, by),
    ...range,
  });
  if (rows.length < MAX_LOG_ROWS) return rows;
  throw new TooManyCountsError('CloudWatch returned the maximum number of counts, so some may be missing.');
};

/** Which requests to count, in whole UTC days. */
export interface CountedPeriod {
  /** Of one key. @default all keys of the scope, also revoked ones */
  readonly keyId: string | undefined;
  /** The first day (`2026-01-31`). */
  readonly from: string;
  /** The last one. */
  readonly to: string;
}

/** The requests of a period, whose counts are searched for only if the first search did not find them. */
export interface PeriodCounts {
  /** Counts all keys together, by day. */
  readonly total: () => Promise<CountsByDay>;
  /** Counts each key in the whole period, by key id. */
  readonly byKey: () => Promise<ReadonlyMap<string, RequestCounts>>;
  /** Counts some keys by day, by key id. */
  readonly byKeyAndDay: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, CountsByDay>>;
}

const perKey = <T>(rows: readonly LogRow[], count: (own: readonly LogRow[]) => T): ReadonlyMap<string, T> =>
  new Map([...Map.groupBy(rows, (row) => row['keyId'] ?? '')].map(([id, own]) => [id, count(own)]));

const sumOf = (rows: readonly LogRow[]): RequestCounts => rows.reduce(add, NO_REQUESTS);

/**
 * Counts the requests of a period. One search in CloudWatch Logs, unless an organization has so many keys,
 * days and kinds of responses that it takes one for each of the counts.
 *
 * @throws TooManyCountsError from a count that even a search of its own finds too much for
 */
export const countPeriod = async (
  store: RequestStore,
  scope: KeyScope,
  { keyId, from, to }: CountedPeriod,
): Promise<PeriodCounts> => {
  const conditions = filterConditions(scope, { keyId });
  const days = { from: Date.parse(from), to: Date.parse(to) + MILLISECONDS_PER_DAY - 1 };
  const rowsBy = (by: readonly string[], others: readonly string[] = []): Promise<readonly LogRow[]> =>
    search(store, [...conditions, ...others], [...by, ...PROBLEM_FIELDS], days);
  try {
    const rows = await rowsBy(['keyId', DAY]);
    return {
      total: async () => byDay(rows),
      byKey: async () => perKey(rows, sumOf),
      byKeyAndDay: async () => perKey(rows, byDay),
    };
  } catch (error) {
    if (!(error instanceof TooManyCountsError)) throw error;
  }
  return {
    total: async () => byDay(await rowsBy([DAY])),
    byKey: async () => perKey(await rowsBy(['keyId']), sumOf),
    byKeyAndDay: async (keyIds) =>
      keyIds.length === 0
        ? new Map()
        : perKey(await rowsBy(['keyId', DAY], [isOneOf('keyId', keyIds)]), byDay),
  };
};

/** The requests of a range, all together and per key. */
export interface RangeCounts {
  readonly total: RequestCounts;
  /** Most requests first. */
  readonly keys: readonly { readonly keyId: string; readonly requests: number }[];
}

/**
 * Counts the requests of a range, whatever their outcome. One search in CloudWatch Logs.
 *
 * @param range both exclusive, in milliseconds since 1970
 */
export const countRange = async (
  store: RequestStore,
  scope: KeyScope,
  filter: Omit<RequestFilter, 'status'>,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<RangeCounts> => {
  const conditions = [
    ...filterConditions(scope, filter),
    isAfter('time', String(after)),
    isBefore('time', String(before)),
  ];
  const range = { from: after, to: before + LONGEST_REQUEST };
  const rows = await search(store, conditions, ['keyId', ...PROBLEM_FIELDS], range);
  const requests = new Map<string, number>();
  for (const row of rows) {
    const keyId = row['keyId'] ?? '';
    requests.set(keyId, (requests.get(keyId) ?? 0) + Number(row[COUNT]));
  }
  return {
    total: sumOf(rows),
    keys: [...requests]
      .map(([keyId, count]) => ({ keyId, requests: count }))
      .toSorted((one, other) => other.requests - one.requests),
  };
};

/** Requests that were refused or failed for the same reason, in the same operation. */
export interface ErrorKind {
  readonly problem: ProblemName | undefined;
  readonly reason: RefusalReason | undefined;
  /** Such as `GET /v1/person/{id}`. */
  readonly operation: string;
  readonly requests: number;
  /** Their number in each period of the range. */
  readonly trend: readonly number[];
}

export interface RangeErrors {
  readonly period: 'hour' | 'day';
  /** The start of the first period, in milliseconds since 1970. */
  readonly from: number;
  /** Most requests first. */
  readonly kinds: readonly ErrorKind[];
}

/** Longer ranges are counted by day. */
const MAX_HOURS = 48;

const PERIODS = {
  hour: { bin: HOUR, length: MILLISECONDS_PER_HOUR },
  day: { bin: DAY, length: MILLISECONDS_PER_DAY },
} as const;

/** `HEAD` is the `GET` without a body. */
const operationOf = ({ method = '', route = '' }: LogRow): string =>
  `${method === 'HEAD' ? 'GET' : method} ${route}`;

/**
 * Counts the refused and failed requests of a range by reason and operation, with their trend. One search in
 * CloudWatch Logs.
 *
 * @param range both exclusive, in milliseconds since 1970
 */
export const countErrors = async (
  store: RequestStore,
  scope: KeyScope,
  filter: RequestFilter,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<RangeErrors> => {
  const period = before - after > MAX_HOURS * MILLISECONDS_PER_HOUR ? 'day' : 'hour';
  const { bin, length } = PERIODS[period];
  const conditions = [
    ...filterConditions(scope, filter),
    either(...[...FIRST_DIGITS.refused, ...FIRST_DIGITS.failed].map((digit) => startsWith('status', digit))),
    isAfter('time', String(after)),
    isBefore('time', String(before)),
  ];
  const by = [...PROBLEM_FIELDS, 'reason', 'method', 'route', bin];
  const rows = await search(store, conditions, by, { from: after, to: before + LONGEST_REQUEST });
  const first = Math.floor(after / length);
  // The line of the last request may belong to the period after the range.
  const periods = Math.floor(before / length) - first + 1;
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify([problemOf(row), row['reason'], operationOf(row)]),
  );
  const kinds = [...groups.values()].flatMap((members): readonly ErrorKind[] => {
    const [row] = members;
    if (row === undefined) return [];
    const trend = new Array<number>(periods).fill(0);
    for (const member of members) {
      const at = Math.floor(Date.parse(`${member[bin]?.replace(' ', 'T')}Z`) / length) - first;
      const index = Math.min(Math.max(at, 0), periods - 1);
      trend[index] = (trend[index] ?? 0) + Number(member[COUNT]);
    }
    const reason = isRefusalReason(row['reason']) ? row['reason'] : undefined;
    const requests = trend.reduce((sum, count) => sum + count, 0);
    return [{ problem: problemOf(row), reason, operation: operationOf(row), requests, trend }];
  });
  return {
    period,
    from: first * length,
    kinds: kinds.toSorted((one, other) => other.requests - one.requests),
  };
};

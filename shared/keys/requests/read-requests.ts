import type { ProblemName } from '../../contract/problems.ts';
import { isRefusalReason, type RefusalReason } from '../../contract/request-limits.ts';
import type { KeyScope } from '../key-store.ts';
import { both, either, isAfter, isBefore, isEqual, lineQuery } from './log-query.ts';
import type { LogRow, LogSearch } from './log-search.ts';
import { filterConditions, type RequestFilter } from './request-filter.ts';
import type { RequestLogGroups } from './request-logs.ts';
import { problemOf } from './request-outcome.ts';

/** A request of the data API, as logged. */
export interface LoggedRequest {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly problem: ProblemName | undefined;
  /** Why a key that exists was refused. */
  readonly reason: RefusalReason | undefined;
  /** Unknown, unless the authorizer or the function named them. */
  readonly missingPermissions: readonly string[] | undefined;
  /** Unknown, unless one request is read by its id. */
  readonly invalidParameters: readonly string[] | undefined;
  /** Unknown for a 401. */
  readonly milliseconds: number | undefined;
  readonly keyId: string;
  readonly sourceIp: string;
  readonly userAgent: string;
}

/** A place in the log: newest first. */
export interface RequestPosition {
  readonly time: string;
  readonly requestId: string;
}

export interface RequestPage {
  readonly requests: readonly LoggedRequest[];
  /** The position of the last request, if more follow. */
  readonly next?: RequestPosition | undefined;
}

/** What searching requests takes. */
export interface RequestStore {
  readonly search: LogSearch;
  readonly groups: RequestLogGroups;
}

export interface RequestsToRead extends RequestFilter {
  /** Both exclusive, in milliseconds since 1970. */
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  readonly position?: RequestPosition | undefined;
}

const FIELDS = [
  'time',
  'requestId',
  'method',
  'route',
  'path',
  'status',
  'error',
  'deniedType',
  'deniedValue',
  'reason',
  'milliseconds',
  'keyId',
  'sourceIp',
  'userAgent',
];

/** A line is logged when its request ends, within API Gateway's time limit of 29 seconds. */
export const LONGEST_REQUEST = 60_000;

/** API Gateway logs a value that it does not have as `-`. */
const known = (value: string | undefined): string | undefined => (value === '-' ? undefined : value);

const toRequest = (row: LogRow): LoggedRequest => {
  const milliseconds = known(row['milliseconds']);
  const denied = known(row['deniedValue']);
  const status = row['status'] ?? '';
  const problem = problemOf(row);
  return {
    id: row['requestId'] ?? '',
    time: Number(row['time']),
    method: row['method'] ?? '',
    route: row['route'] ?? '',
    path: row['path'] ?? '',
    status: Number(status),
    problem,
    reason: isRefusalReason(row['reason']) ? row['reason'] : undefined,
    missingPermissions: problem === 'forbidden' && denied !== undefined ? [denied] : undefined,
    invalidParameters: undefined,
    milliseconds: milliseconds === undefined ? undefined : Number(milliseconds),
    keyId: row['keyId'] ?? '',
    // A request of one of our own functions carries the address of its caller.
    sourceIp: (problem === 'address-not-allowed' ? denied : row['sourceIp']) ?? '',
    userAgent: row['userAgent'] ?? '',
  };
};

const positionCondition = ({ time, requestId }: RequestPosition): string =>
  either(isBefore('time', time), both(isEqual('time', time), isBefore('requestId', requestId)));

/** A page of requests, newest first. One search in CloudWatch Logs. */
export const readRequests = async (
  { search, groups }: RequestStore,
  scope: KeyScope,
  { after, before, limit, position, ...filter }: RequestsToRead,
): Promise<RequestPage> => {
  const conditions = [
    ...filterConditions(scope, filter),
    isAfter('time', String(after)),
    isBefore('time', String(before)),
    ...(position === undefined ? [] : [positionCondition(position)]),
  ];
  const newest = position === undefined ? before : Math.min(before, Number(position.time));
  const rows = await search({
    groups: [groups.access, groups.authorizer],
    text: lineQuery({ fields: FIELDS, conditions, newestBy: ['time', 'requestId'], limit: limit + 1 }),
    from: after,
    to: newest + LONGEST_REQUEST,
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    requests: rows.slice(0, limit).map(toRequest),
    next: last && { time: last['time'] ?? '', requestId: last['requestId'] ?? '' },
  };
};

/** The line of the function that responded: what was wrong with the request. */
const readDetails = async (
  { search, groups }: RequestStore,
  { organizationId }: KeyScope,
  request: LoggedRequest,
) => {
  const conditions = [
    isEqual('message.organizationId', organizationId),
    isEqual('message.requestId', request.id),
  ];
  const [row] = await search({
    groups: [groups.functions],
    text: lineQuery({
      fields: ['message.invalidParameters', 'message.missingPermissions'],
      conditions,
      newestBy: ['message.requestId'],
      limit: 1,
    }),
    from: request.time,
    to: request.time + LONGEST_REQUEST,
  });
  return row;
};

const listOf = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : text.split(',');

/** Adds what only the function that refused a request knows. One search in CloudWatch Logs. */
export const withDetails = async (
  store: RequestStore,
  scope: KeyScope,
  request: LoggedRequest,
): Promise<LoggedRequest> => {
  const { status, problem, missingPermissions } = request;
  const mayHaveDetails = status === 400 || (problem === 'forbidden' && missingPermissions === undefined);
  if (!mayHaveDetails) return request;
  const row = await readDetails(store, scope, request);
  return {
    ...request,
    invalidParameters: listOf(row?.['message.invalidParameters']),
    missingPermissions: listOf(row?.['message.missingPermissions']),
  };
};

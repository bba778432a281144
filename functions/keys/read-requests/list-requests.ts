import { invalidRequest, problemType } from '../../../shared/contract/problems.ts';
import {
  ADDRESS_PATTERN,
  DEFAULT_REQUEST_HOURS,
  MAX_COUNTED_ERRORS,
  MAX_COUNTED_KEYS,
  PATH_PATTERN,
  REQUEST_DELAY_SECONDS,
  REQUEST_RETENTION_DAYS,
} from '../../../shared/contract/request-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { ApiKey } from '../../../shared/keys/api-key.ts';
import type { KeyScope } from '../../../shared/keys/key-store.ts';
import { readKeysById } from '../../../shared/keys/list-keys.ts';
import {
  countErrors,
  countRange,
  NO_REQUESTS,
  type RangeCounts,
  type RangeErrors,
} from '../../../shared/keys/requests/count-requests.ts';
import {
  type LoggedRequest,
  type RequestPage,
  type RequestPosition,
  type RequestStore,
  readRequests,
  withDetails,
} from '../../../shared/keys/requests/read-requests.ts';
import type { API_KEY_ROUTES } from '../../../shared/operations/admin-api/keys.ts';
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR } from '../../../shared/runtime/durations.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { scopeOf } from '../key-scope.ts';
import { rejectTooManyCounts, viewOfCounts } from './request-counts.ts';

type ListQuery = Parameters<AdminHandler<typeof API_KEY_ROUTES.listRequests>>[0]['query'];

const textOf = ({ time, requestId }: RequestPosition): string => `${time}#${requestId}`;

const readPosition = (text: string): RequestPosition | undefined => {
  const [, time, requestId] = /^(\d{13})#([0-9a-f-]{36})$/.exec(text) ?? [];
  return time === undefined || requestId === undefined ? undefined : { time, requestId };
};

const TEXTS = {
  path: [new RegExp(PATH_PATTERN), 'must be printable ASCII without quotation marks and backslashes'],
  address: [new RegExp(ADDRESS_PATTERN), 'must be an IP address'],
} as const;

/** Throws `invalid-request` for a text that no line of the log has, and no query could hold. */
const requireTexts = (filters: Pick<ListQuery, keyof typeof TEXTS>): void => {
  const errors = (['path', 'address'] as const).flatMap((parameter) => {
    const [pattern, detail] = TEXTS[parameter];
    const text = filters[parameter];
    return text === undefined || pattern.test(text) ? [] : [{ parameter, detail }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
};

/** The filters in the order in which they are declared, which differs from that of a request. */
const scopeTextsOf = (filters: Omit<ListQuery, 'limit' | 'cursor' | 'include'>) => [
  ...[filters.keyId, filters.status, filters.reason, filters.route, filters.path, filters.address],
  ...[filters.requestId, filters.after, filters.before],
];

/** The searched range, at most as long as requests are kept. */
const rangeOf = (
  {
    after,
    before,
    requestId,
  }: { after?: string | undefined; before?: string | undefined; requestId?: string | undefined },
  now: number,
) => {
  const oldest = now - REQUEST_RETENTION_DAYS * MILLISECONDS_PER_DAY;
  const to = before === undefined ? now : Math.min(Date.parse(before), now);
  // A search by id is cheap, since the id has an index.
  const usual = requestId === undefined ? to - DEFAULT_REQUEST_HOURS * MILLISECONDS_PER_HOUR : oldest;
  return { from: Math.max(after === undefined ? usual : Date.parse(after), oldest), to };
};

type Keys = ReadonlyMap<string, ApiKey>;

const viewOf = (request: LoggedRequest, keys: Keys) => ({
  id: request.id,
  time: timestampOf(new Date(request.time)),
  method: request.method,
  route: request.route,
  path: request.path,
  status: request.status,
  problemType: request.problem === undefined ? null : problemType(request.problem),
  reason: request.reason ?? null,
  missingPermissions: request.missingPermissions ?? null,
  invalidParameters: request.invalidParameters ?? null,
  milliseconds: request.milliseconds ?? null,
  keyId: request.keyId,
  keyName: keys.get(request.keyId)?.name ?? null,
  address: request.sourceIp || null,
  userAgent: request.userAgent || null,
});

const viewOfRange = ({ total, keys: counted }: RangeCounts, keys: Keys) => ({
  ...viewOfCounts(total),
  keys: counted.map(({ keyId, requests }) => {
    const { name = null, plan = null, rotatedTo = null } = keys.get(keyId) ?? {};
    return { keyId, name, plan, rotatedTo, requests };
  }),
});

const viewOfErrors = ({ from, period, kinds }: RangeErrors) => ({
  from: timestampOf(new Date(from)),
  period,
  kinds: kinds.slice(0, MAX_COUNTED_ERRORS).map(({ problem, reason = null, ...kind }) => ({
    problemType: problem === undefined ? null : problemType(problem),
    reason,
    ...kind,
  })),
});

const NO_REQUESTS_FOUND: RequestPage = { requests: [] };

const NO_COUNTS: RangeCounts = { total: NO_REQUESTS, keys: [] };

const tooManyCounts = rejectTooManyCounts(
  'after',
  'is too early to count so many different responses: choose a later time',
);

export interface ListRequestsDependencies extends RequestStore {
  readonly reader: TableReader;
  readonly now: () => number;
}

/** The requests of the keys that the caller may see. */
export const createListRequests = ({
  reader,
  now,
  ...store
}: ListRequestsDependencies): AdminHandler<typeof API_KEY_ROUTES.listRequests> => {
  const read = async (scope: KeyScope, query: Parameters<typeof readRequests>[2]): Promise<RequestPage> => {
    if (query.limit === 0) return NO_REQUESTS_FOUND;
    const page = await readRequests(store, scope, query);
    const [only] = page.requests;
    if (query.requestId === undefined || only === undefined) return page;
    return { ...page, requests: [await withDetails(store, scope, only), ...page.requests.slice(1)] };
  };
  return async (request) => {
    const scope = scopeOf(request.principal);
    const { limit, cursor, include, ...filters } = request.query;
    requireTexts(filters);
    const { organizationId, ownerId } = scope;
    const cursorScope = ['requests', organizationId, ownerId, ...scopeTextsOf(filters)];
    const position = positionOf(cursorScope, cursor, readPosition);
    const { from, to } = rangeOf(filters, now());
    const range = { after: from, before: to };
    const count = async (): Promise<RangeCounts> => {
      const { status: _, ...others } = filters;
      return from < to ? countRange(store, scope, others, range).catch(tooManyCounts) : NO_COUNTS;
    };
    const countKinds = (): Promise<RangeErrors> | undefined =>
      from < to ? countErrors(store, scope, filters, range).catch(tooManyCounts) : undefined;
    const [found, counts, errors] = await Promise.all([
      from < to ? read(scope, { ...filters, ...range, limit, position }) : NO_REQUESTS_FOUND,
      include.has('counts') ? count() : undefined,
      include.has('errors') ? countKinds() : undefined,
    ]);
    const counted = counts && { ...counts, keys: counts.keys.slice(0, MAX_COUNTED_KEYS) };
    const keys = await readKeysById(
      reader,
      organizationId,
      [...found.requests, ...(counted?.keys ?? [])].map((each) => each.keyId),
    );
    const next = nextPage(cursorScope, found.next && textOf(found.next), request);
    const body = {
      from: timestampOf(new Date(from)),
      to: timestampOf(new Date(Math.max(from, to))),
      delaySeconds: REQUEST_DELAY_SECONDS,
      counts: counted === undefined ? null : viewOfRange(counted, keys),
      errors: errors === undefined ? null : viewOfErrors(errors),
      items: found.requests.map((each) => viewOf(each, keys)),
      ...next.body,
    };
    return { body, headers: next.headers };
  };
};

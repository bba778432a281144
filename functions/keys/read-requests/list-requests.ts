import type { ADMIN_ROUTES } from '../../../shared/contract/admin-routes.ts';
import { problemType } from '../../../shared/contract/problems.ts';
import {
  DEFAULT_REQUEST_HOURS,
  REQUEST_DELAY_SECONDS,
  REQUEST_RETENTION_DAYS,
} from '../../../shared/contract/request-limits.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { KeyScope } from '../../../shared/keys/key-store.ts';
import { readKeyNames } from '../../../shared/keys/list-keys.ts';
import {
  type LoggedRequest,
  type RequestPosition,
  type RequestStore,
  readRequests,
  withDetails,
} from '../../../shared/keys/requests/read-requests.ts';
import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR } from '../../../shared/runtime/durations.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { nextPage, positionOf } from '../../http/next-page.ts';
import { scopeOf } from '../key-scope.ts';

const textOf = ({ time, requestId }: RequestPosition): string => `${time}#${requestId}`;

const readPosition = (text: string): RequestPosition | undefined => {
  const [, time, requestId] = /^(\d{13})#([0-9a-f-]{36})$/.exec(text) ?? [];
  return time === undefined || requestId === undefined ? undefined : { time, requestId };
};

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

const viewOf = (request: LoggedRequest, names: ReadonlyMap<string, string>) => ({
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
  keyName: names.get(request.keyId) ?? null,
  address: request.sourceIp || null,
  userAgent: request.userAgent || null,
});

export interface ListRequestsDependencies extends RequestStore {
  readonly reader: TableReader;
  readonly now: () => number;
}

/** The requests of the keys that the caller may see. */
export const createListRequests = ({
  reader,
  now,
  ...store
}: ListRequestsDependencies): AdminHandler<typeof ADMIN_ROUTES.listRequests> => {
  const read = async (scope: KeyScope, query: Parameters<typeof readRequests>[2]) => {
    const page = await readRequests(store, scope, query);
    const [only] = page.requests;
    if (query.requestId === undefined || only === undefined) return page;
    return { ...page, requests: [await withDetails(store, scope, only), ...page.requests.slice(1)] };
  };
  return async (request) => {
    const scope = scopeOf(request.principal);
    const { limit, cursor, ...filters } = request.query;
    const { keyId, status, route, requestId, after, before } = filters;
    const { organizationId, ownerId } = scope;
    const cursorScope = ['requests', organizationId, ownerId, keyId, status, route, requestId, after, before];
    const position = positionOf(cursorScope, cursor, readPosition);
    const { from, to } = rangeOf(filters, now());
    const found =
      from < to
        ? await read(scope, { ...filters, after: from, before: to, limit, position })
        : { requests: [] };
    const names = await readKeyNames(
      reader,
      organizationId,
      found.requests.map((each) => each.keyId),
    );
    const next = nextPage(cursorScope, found.next && textOf(found.next), request);
    const body = {
      from: timestampOf(new Date(from)),
      to: timestampOf(new Date(Math.max(from, to))),
      delaySeconds: REQUEST_DELAY_SECONDS,
      items: found.requests.map((each) => viewOf(each, names)),
      ...next.body,
    };
    return { body, headers: next.headers };
  };
};

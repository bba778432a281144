import type { AdminInput, AdminOperationKey, AdminResult } from '../../shared/operations/admin-api/calls.ts';
import { OrganizationChangedError, type Session, SessionEndedError } from '../session/session.ts';
import { errorOf, unreachable } from './problem.ts';

export interface AdminApiDependencies {
  /** The base address, without a trailing slash. */
  readonly url: string;
  readonly session: Pick<Session, 'idToken' | 'renew' | 'end'>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** A page of a collection. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string | undefined;
  /** The number of items on all pages, in collections that are counted; `null` for too many to count. */
  readonly totalCount?: number | null | undefined;
}

const ATTEMPTS = 3;
/** The maximum delay of a retry, in seconds. */
const LONGEST_WAIT = 10;

/**
 * Seconds to wait before a retry; `undefined` for no retry. A throttled request had no effect, so every
 * method can be retried. After a 5xx, only idempotent methods can.
 */
const retryDelay = (method: string, response: Response): number | undefined => {
  const isRetryable = response.status === 429 || (response.status >= 500 && method !== 'POST');
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return isRetryable && seconds <= LONGEST_WAIT ? seconds : undefined;
};

/** Parameters whose values may have commas: each is a parameter of its own. */
const REPEATED: readonly string[] = ['externalId', 'phone'];

const searchOf = (query: object): string => {
  const given = Object.entries<unknown>({ ...query }).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (Array.isArray(value) && REPEATED.includes(name)) return value.map((each) => [name, String(each)]);
    return [[name, String(value)]];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

/** What went wrong before there was a response, in words for users. */
const throwReadable = (error: unknown): never => {
  const isOver = error instanceof SessionEndedError || error instanceof OrganizationChangedError;
  throw isOver ? error : unreachable();
};

export type AdminApi = ReturnType<typeof createAdminApi>;

/** The admin API, called as the signed-in user. */
export const createAdminApi = ({ url, session, fetch, wait }: AdminApiDependencies) => {
  const send = async (
    method: string,
    address: string,
    body: string | null,
    signal: AbortSignal,
  ): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const token = await session.idToken().catch(throwReadable);
      const headers = new Headers({ Authorization: `Bearer ${token}` });
      if (body !== null) headers.set('Content-Type', 'application/json');
      const init = { method, headers, body, signal, cache: 'no-store', credentials: 'omit' } as const;
      const response = await fetch(address, init).catch(throwReadable);
      const seconds = retryDelay(method, response);
      if (seconds === undefined || attempt === ATTEMPTS) return response;
      await wait(seconds * 1_000);
    }
  };

  return {
    /**
     * Calls an operation.
     *
     * @param signal ends a request that is no longer of interest
     * @throws ApiError, or SessionEndedError when the user has to sign in again
     */
    async request<O extends AdminOperationKey>(
      operation: O,
      { id, query, body }: AdminInput<O>,
      signal: AbortSignal,
    ): Promise<AdminResult<O>> {
      const [method = '', path = ''] = operation.split(' ');
      const address = url + path.replace(/\{\w+\}/, () => id ?? '') + searchOf(query ?? {});
      const json = body === undefined ? null : JSON.stringify(body);
      let response = await send(method, address, json, signal);
      if (response.status === 401) {
        await session.renew().catch(throwReadable);
        response = await send(method, address, json, signal);
        if (response.status === 401) {
          session.end();
          throw new SessionEndedError();
        }
      }
      if (!response.ok) throw await errorOf(response);
      // The service tests validate every response against the contract.
      return (await response.json().catch(throwReadable)) as AdminResult<O>;
    },
  };
};

import { type Session, SessionEndedError } from '../session/session.ts';
import { errorOf, unreachable } from './problem.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base address, such as `/api-keys`. */
  readonly path: string;
  /** What is `undefined` is left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** The admin API, called as whoever is signed in. */
export interface AdminApi {
  /**
   * Calls an operation. The caller names what it answers with, as the contract says.
   *
   * @throws ApiError, or SessionEndedError when the user has to sign in again
   */
  request<T>(request: ApiRequest): Promise<T>;
}

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
  readonly nextCursor?: string;
}

const ATTEMPTS = 3;
/** Longer than this, nobody is kept waiting; in seconds. */
const LONGEST_WAIT = 10;

/**
 * How long to wait before trying once more, in seconds; `undefined` if it is of no use. What was throttled did
 * nothing yet, so it can be repeated whatever it is; after a 503 that is certain only of what has the same effect twice.
 */
const waitFor = (method: ApiRequest['method'], response: Response): number | undefined => {
  const isToRepeat = response.status === 429 || (response.status === 503 && method !== 'POST');
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return isToRepeat && seconds <= LONGEST_WAIT ? seconds : undefined;
};

export const createAdminApi = ({ url, session, fetch, wait }: AdminApiDependencies): AdminApi => {
  const currentToken = (): Promise<string> =>
    session.idToken().catch((error: unknown) => {
      throw error instanceof SessionEndedError ? error : unreachable();
    });

  const send = async ({ method, path, query = {}, body }: ApiRequest): Promise<Response> => {
    const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    const headers: Record<string, string> = { Authorization: `Bearer ${await currentToken()}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    return fetch(url + path + search, {
      method,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw unreachable();
    });
  };

  const sendPatiently = async (request: ApiRequest): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(request);
      const seconds = waitFor(request.method, response);
      if (seconds === undefined || attempt === ATTEMPTS) return response;
      await wait(seconds * 1_000);
    }
  };

  return {
    async request<T>(request: ApiRequest) {
      let response = await sendPatiently(request);
      if (response.status === 401) {
        await session.renew();
        response = await sendPatiently(request);
        if (response.status === 401) {
          session.end();
          throw new SessionEndedError('The session has ended. Sign in again.');
        }
      }
      if (!response.ok) throw await errorOf(response);
      // What the operation answers with is for the contract to say, and for its tests to check.
      return (await response.json()) as T;
    },
  };
};

import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ProblemError, UNAVAILABLE_RETRY_AFTER } from '../../shared/contract/problems.ts';
import { ROUTES, type Route, type RouteName } from '../../shared/contract/routes.ts';
import type { TryRequestResult } from '../../shared/contract/try-request-result.ts';
import { readStart } from './read-start.ts';

/** What to ask the data API for, found well-formed. */
export interface TriedRequest {
  readonly operation: RouteName;
  readonly id?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly apiKey: string;
}

export interface SendRequestDependencies {
  /** The base address of the data API, without a trailing slash: the only place that requests go to. */
  readonly dataApiUrl: string;
  /** In milliseconds, of a clock that never goes back. */
  readonly now: () => number;
  /** For the whole answer, in milliseconds. */
  readonly timeLimit: number;
}

const addressOf = (base: string, { operation, id = '', query = {} }: TriedRequest): string => {
  const route: Route = ROUTES[operation];
  const search = new URLSearchParams(query).toString();
  return base + route.path.replace('{id}', id) + (search === '' ? '' : `?${search}`);
};

/** Resolves with the head of the response. Not `fetch`, which takes twice as long to load as all the rest. */
const open = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    request(url, { headers, signal }, resolve).on('error', reject).end();
  });

/** What went wrong between here and the data API. The key is in none of it. */
const toProblem = (error: unknown, timeLimit: number, isTooLate: boolean): ProblemError =>
  isTooLate
    ? new ProblemError(
        'timeout',
        `The data API did not respond within ${timeLimit / 1_000} seconds. Retry the request.`,
      )
    : new ProblemError(
        'service-unavailable',
        'The data API is unreachable. Retry after the `Retry-After` delay.',
        {
          headers: { 'Retry-After': UNAVAILABLE_RETRY_AFTER },
          cause: error,
        },
      );

/**
 * Sends a request to the data API as its owner's own system would, and tells what came back, whatever it is.
 *
 * @throws ProblemError when nothing came back
 */
export const sendRequest = async (
  { dataApiUrl, now, timeLimit }: SendRequestDependencies,
  request: TriedRequest,
): Promise<TryRequestResult> => {
  const start = now();
  const deadline = AbortSignal.timeout(timeLimit);
  try {
    const response = await open(
      new URL(addressOf(dataApiUrl, request)),
      {
        Accept: 'application/json',
        // What is shown of the headers has to be true of the body that is shown.
        'Accept-Encoding': 'identity',
        'X-Api-Key': request.apiKey,
      },
      deadline,
    );
    const { text, isTruncated } = await readStart(response);
    return {
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      ),
      body: text,
      isTruncated,
      milliseconds: Math.round(now() - start),
    };
  } catch (error) {
    throw toProblem(error, timeLimit, deadline.aborted);
  }
};

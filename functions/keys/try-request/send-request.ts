import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  MAX_TRIED_BODY_BYTES,
  type TryRequestResult,
} from '../../../shared/contract/keys/try-request-result.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import { CALLER_ADDRESS_HEADER } from '../../../shared/keys/caller-address.ts';
import { type ReadRouteName, ROUTES } from '../../../shared/operations/data-api/routes.ts';
import type { DataRoute } from '../../../shared/operations/route.ts';

/** A validated request to the data API. */
export interface TriedRequest {
  readonly operation: ReadRouteName;
  readonly id?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly apiKey: string;
}

/** The address of the user, if the key needs it: a function has another one than the browser. */
export type AddressSigner = (apiKey: string, address: string) => Promise<string | undefined>;

export interface SendRequestDependencies {
  readonly signAddress: AddressSigner;
  /** The base URL of the data API, without a trailing slash: the only destination of requests. */
  readonly dataApiUrl: string;
  /** The time of a monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** The time limit of the whole response, in milliseconds. */
  readonly timeLimit: number;
}

const addressOf = (base: string, { operation, id = '', query = {} }: TriedRequest): string => {
  const route: DataRoute = ROUTES[operation];
  const search = new URLSearchParams(query).toString();
  return base + route.path.replace('{id}', id) + (search === '' ? '' : `?${search}`);
};

/** Resolves with the response head. `fetch` would take twice as long to load as the rest of the function. */
const open = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    request(url, { headers, signal }, resolve).on('error', reject).end();
  });

/** Reads the first `MAX_TRIED_BODY_BYTES` of a body as text. */
const readStart = async (
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly text: string; readonly isTruncated: boolean }> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > MAX_TRIED_BODY_BYTES) break;
  }
  const isTruncated = size > MAX_TRIED_BODY_BYTES;
  const bytes = Buffer.concat(chunks).subarray(0, MAX_TRIED_BODY_BYTES);
  // Omits a character that was cut in two.
  return { text: new TextDecoder().decode(bytes, { stream: isTruncated }), isTruncated };
};

/** The problem document of a failed request, which never contains the key. */
const toProblem = (error: unknown, timeLimit: number, isTooLate: boolean): ProblemError =>
  isTooLate
    ? new ProblemError(
        'timeout',
        `The data API did not respond within ${timeLimit / 1_000} seconds. Retry the request.`,
      )
    : new ProblemError(
        'service-unavailable',
        'The data API is unreachable. Retry after the `Retry-After` delay.',
        { cause: error },
      );

/**
 * Sends a request to the data API as a client would, and returns the response, whatever its status.
 *
 * @param from the address of the user
 * @throws ProblemError without a response
 */
export const sendRequest = async (
  { dataApiUrl, now, timeLimit, signAddress }: SendRequestDependencies,
  request: TriedRequest,
  from: string,
): Promise<TryRequestResult> => {
  const start = now();
  const deadline = AbortSignal.timeout(timeLimit);
  const signedAddress = await signAddress(request.apiKey, from);
  try {
    const response = await open(
      new URL(addressOf(dataApiUrl, request)),
      {
        Accept: 'application/json',
        // The displayed headers must describe the displayed body.
        'Accept-Encoding': 'identity',
        'X-Api-Key': request.apiKey,
        ...(signedAddress !== undefined && { [CALLER_ADDRESS_HEADER]: signedAddress }),
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

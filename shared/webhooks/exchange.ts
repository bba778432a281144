import {
  type ClientRequest,
  type Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { readExcerpt } from './response-excerpt.ts';

/** One agent for each scheme. */
export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Ends the exchange, whatever it waits for. */
  readonly deadline: AbortSignal;
}

/** No response arrived. */
export interface ExchangeFailure {
  readonly kind: 'failure';
  readonly error: unknown;
  readonly isConnected: boolean;
  /** Whether a kept connection turned out to be closed, which says nothing about the endpoint. */
  readonly isStaleConnection: boolean;
}

export interface ExchangeResponse {
  readonly kind: 'response';
  readonly response: IncomingMessage;
  /** The start of the body, as far as it arrived. */
  readonly excerpt: string;
}

/** The most that is read of a response's head; Node.js refuses more. */
export const MAX_RESPONSE_HEAD_BYTES = 16_384;

const CLOSED_BY_PEER = new Set(['ECONNRESET', 'EPIPE']);

/** The code of a system or Node.js error, such as `ECONNRESET`; empty when there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const connectionClosed = (): Error =>
  Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });

/** Follows how far a request gets. */
const watch = (request: ClientRequest): { isConnected: boolean; hasReceived: boolean } => {
  const progress = { isConnected: false, hasReceived: false };
  request.on('socket', (socket) => {
    progress.isConnected = !socket.connecting;
    if (socket.connecting) {
      socket.once('connect', () => {
        progress.isConnected = true;
      });
    }
    socket.once('data', () => {
      progress.hasReceived = true;
    });
  });
  return progress;
};

const responseOf = (request: ClientRequest, deadline: AbortSignal): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  // Stays for good: what goes wrong after the response's head must not become an uncaught error.
  request.on('error', reject);
  // Such as after a 101, which is neither a response nor an error to Node.js when nobody asked for it.
  request.on('close', () => reject(connectionClosed()));
  deadline.addEventListener('abort', () => {
    // Before anything else: a request that waits for a free socket says nothing when it is destroyed.
    reject(deadline.reason);
    request.destroy();
  });
  return promise;
};

/**
 * Posts once, and reads the start of what comes back.
 *
 * @returns a failure for whatever the other side does. Rejects only when the request itself cannot be made, such
 *   as with a header that HTTP does not allow.
 */
export const exchange = async (
  { url, headers, body, deadline }: ExchangeRequest,
  agents: Agents,
): Promise<ExchangeResponse | ExchangeFailure> => {
  const isHttps = url.protocol === 'https:';
  const request = (isHttps ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers,
    agent: isHttps ? agents.https : agents.http,
    maxHeaderSize: MAX_RESPONSE_HEAD_BYTES,
  });
  const progress = watch(request);
  request.end(body);
  try {
    const response = await responseOf(request, deadline);
    const excerpt = await readExcerpt(response);
    // An endpoint that answered early may never read the rest, and the connection is of no use until then.
    if (!request.writableFinished) request.destroy();
    return { kind: 'response', response, excerpt };
  } catch (error) {
    const isStaleConnection =
      request.reusedSocket && !progress.hasReceived && CLOSED_BY_PEER.has(codeOf(error));
    return { kind: 'failure', error, isConnected: progress.isConnected, isStaleConnection };
  }
};

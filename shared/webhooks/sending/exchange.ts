import {
  type ClientRequest,
  type Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** One agent per scheme. */
export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Ends the exchange at any stage. */
  readonly deadline: AbortSignal;
}

/** No response arrived. */
export interface ExchangeFailure {
  readonly kind: 'failure';
  readonly error: unknown;
  readonly isConnected: boolean;
  /** Whether a kept-alive connection had been closed, which says nothing about the endpoint. */
  readonly isStaleConnection: boolean;
}

export interface ExchangeResponse {
  readonly kind: 'response';
  readonly response: IncomingMessage;
  /** The start of the body, as far as it arrived. */
  readonly excerpt: string;
}

/** Node.js rejects larger response heads. */
export const MAX_RESPONSE_HEAD_BYTES = 16_384;

const EXCERPT_BYTES = 1_024;
const CLOSED_BY_PEER = new Set(['ECONNRESET', 'EPIPE']);

/** The code of a system or Node.js error, such as `ECONNRESET`; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Replaces control characters except tabs and line breaks, so that a response cannot control terminals. */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');

/**
 * Reads the start of a response body as text. Never rejects: if the connection breaks, returns what arrived.
 * Closes the connection of a longer body, which could take forever to drain.
 */
const readExcerpt = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop destroys the response and with it the connection.
      if (length > EXCERPT_BYTES) break;
    }
  } catch {
    // Reset, cut off or out of time.
  }
  const bytes = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES);
  const isWhole = response.complete && length <= EXCERPT_BYTES;
  // In stream mode, the decoder drops an incomplete last character.
  return printable(new TextDecoder().decode(bytes, { stream: !isWhole }));
};

const connectionClosed = (): Error =>
  Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });

/** Tracks how far a request gets. */
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
  // Stays attached: an error after the response's head must not become an uncaught exception.
  request.on('error', reject);
  // Such as after an unrequested 101, for which Node.js emits neither a response nor an error.
  request.on('close', () => reject(connectionClosed()));
  deadline.addEventListener('abort', () => {
    // First, because destroying a request that waits for a free socket emits nothing.
    reject(deadline.reason);
    request.destroy();
  });
  return promise;
};

/**
 * Posts once, and reads the start of the response.
 *
 * @returns a failure for anything the other side does. Rejects only if the request itself is invalid, such as
 *   a header that HTTP does not allow.
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
    // An endpoint that answered early may never read the rest, which would block the connection.
    if (!request.writableFinished) request.destroy();
    return { kind: 'response', response, excerpt };
  } catch (error) {
    const isStaleConnection =
      request.reusedSocket && !progress.hasReceived && CLOSED_BY_PEER.has(codeOf(error));
    return { kind: 'failure', error, isConnected: progress.isConnected, isStaleConnection };
  }
};

import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Ends the exchange at any stage, with an {@link OutOfTimeError}. */
  readonly deadline: AbortSignal;
}

export interface ExchangeResponse {
  readonly response: IncomingMessage;
  /** The start of the body, as far as it arrived. */
  readonly excerpt: string;
}

/** The agents for each protocol: `http:` and `https:`. */
export type Agents = Readonly<Record<string, Agent>>;

/** The deadline passed. The message says at which stage. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
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

const responseOf = (request: ClientRequest, deadline: AbortSignal): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  // Stays attached: an error after the response's head must not become an uncaught exception.
  request.on('error', reject);
  // Such as after an unrequested 101, for which Node.js emits neither a response nor an error.
  request.on('close', () => {
    reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
  });
  deadline.addEventListener('abort', () => {
    const isConnected = request.socket?.connecting === false;
    // First, because destroying a request that waits for a free socket emits nothing.
    reject(
      new OutOfTimeError(
        isConnected
          ? 'the connection was made, but no complete response head arrived.'
          : 'no connection could be made.',
      ),
    );
    request.destroy();
  });
  return promise;
};

/**
 * Posts once, and reads the start of the response. Rejects with the error of the connection if none arrives.
 *
 * @param fresh agents that do not keep connections alive
 */
export const exchange = async (
  { url, headers, body, deadline }: ExchangeRequest,
  agents: Agents,
  fresh: Agents = agents,
): Promise<ExchangeResponse> => {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers,
    agent: agents[url.protocol],
    maxHeaderSize: MAX_RESPONSE_HEAD_BYTES,
  });
  let hasReceived = false;
  request.on('socket', (socket) =>
    socket.once('data', () => {
      hasReceived = true;
    }),
  );
  request.end(body);
  try {
    const response = await responseOf(request, deadline);
    const excerpt = await readExcerpt(response);
    // An endpoint that answered early may never read the rest, which would block the connection.
    if (!request.writableFinished) request.destroy();
    return { response, excerpt };
  } catch (error) {
    // That a kept-alive connection had been closed says nothing about the endpoint.
    const isStale = request.reusedSocket && !hasReceived && CLOSED_BY_PEER.has(codeOf(error));
    if (!isStale || deadline.aborted) throw error;
    return exchange({ url, headers, body, deadline }, fresh);
  }
};

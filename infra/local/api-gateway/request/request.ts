import type { IncomingMessage } from 'node:http';
import { isForThisMachine } from '../../process/this-machine.ts';
import { GatewayFailure, TooLargeError } from '../definition/gateway-responses.ts';

/** Values by name; a name can have several. */
export type MultiValues = Record<string, string[]>;

export type GatewayRequest = Awaited<ReturnType<typeof readRequest>>;

/** "Total combined size of request line and header values", the one limit that AWS documents for headers. */
const MAX_HEADER_BYTES = 10_240;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new GatewayFailure('DEFAULT_4XX');
  }
};

/** Groups values by name, without a prototype, because names come from the client. */
const collect = (pairs: Iterable<readonly [string, string]>): MultiValues => {
  const values: MultiValues = Object.create(null);
  for (const [name, value] of pairs) {
    values[name] ??= [];
    values[name].push(value);
  }
  return values;
};

/** Returns headers in the client's spelling, with the scheme of the gateway's URL as `X-Forwarded-Proto`. */
const headersOf = (message: IncomingMessage, { protocol }: URL): MultiValues => {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index] ?? '';
    if (!/^x-forwarded-proto$/i.test(name)) pairs.push([name, message.rawHeaders[index + 1] ?? '']);
  }
  return collect([...pairs, ['X-Forwarded-Proto', protocol.slice(0, -1)]]);
};

const requireValidHead = (message: IncomingMessage, { host }: URL): void => {
  const { method = '', url = '', headersDistinct, httpVersion } = message;
  const values = Object.values(headersDistinct).flatMap((all = []) => all);
  const bytes = [method, url, ' HTTP/1.1 ', ...values].reduce((sum, { length }) => sum + length, 0);
  // RFC 9112 section 3.2: no host (since HTTP/1.1) or more than one is a 400.
  const hosts = headersDistinct['host']?.length ?? 0;
  const isHostInvalid = hosts > 1 || (hosts === 0 && httpVersion !== '1.0');
  if (bytes > MAX_HEADER_BYTES || isHostInvalid || !isForThisMachine(message, host)) {
    throw new GatewayFailure('DEFAULT_4XX');
  }
};

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (Number(message.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw new TooLargeError();
  }
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) throw new TooLargeError();
      chunks.push(chunk);
    }
  } catch (error) {
    // Any other error is a disconnected client, so the response is lost.
    throw error instanceof TooLargeError ? error : new GatewayFailure('DEFAULT_4XX');
  }
  return Buffer.concat(chunks);
};

/**
 * Reads a whole request.
 *
 * @param url where clients reach the API: the one host name, next to those of this machine, that it answers
 * to
 * @throws GatewayFailure if it is malformed or exceeds API Gateway's limits
 */
export const readRequest = async (message: IncomingMessage, id: string, url: URL) => {
  requireValidHead(message, url);
  const target = /^https?:\/\/[^/?]*(.*)$/i.exec(message.url ?? '')?.[1] ?? message.url ?? '';
  const [, rawPath = '', search = ''] = /^([^?]*)\??(.*)$/.exec(target) ?? [];
  // Leading slashes collapse into one; the rest of the path stays as sent.
  const path = `/${rawPath.replace(/^\/+/, '')}`;
  decode(search);
  return {
    id,
    // API Gateway takes it from this header, if there is one.
    method: message.headersDistinct['x-http-method-override']?.at(-1)?.toUpperCase() ?? message.method ?? '',
    /** Percent-encoded, without the query. */
    path,
    /** Decoded, without trailing slashes. */
    segments: path.replace(/\/+$/, '').slice(1).split('/').map(decode),
    // The ampersand keeps a leading question mark, which URLSearchParams would drop.
    query: collect(new URLSearchParams(`&${search}`)),
    headers: headersOf(message, url),
    /** The last value of a header, whose name is in lower case. */
    lastValue: (name: string): string | undefined => message.headersDistinct[name]?.at(-1),
    sourceIp: message.socket.remoteAddress ?? '',
    body: await readBody(message),
  };
};

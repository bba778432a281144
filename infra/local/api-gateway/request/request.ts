import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { GatewayFailure } from '../definition/gateway-failure.ts';

/** Values by name; a name can have several. */
export type MultiValues = Readonly<Record<string, readonly string[]>>;

export interface GatewayRequest {
  readonly id: string;
  readonly receivedAt: Date;
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  readonly path: string;
  /** Decoded. */
  readonly segments: readonly string[];
  readonly query: MultiValues;
  /** In the client's spelling, plus the gateway's own. */
  readonly headers: MultiValues;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly body: Buffer;
}

/** "Total combined size of request line and header values", the one limit that AWS documents for headers. */
const MAX_HEADER_BYTES = 10_240;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Not forwarded to integrations. */
const CONSUMED_HEADERS: ReadonlySet<string> = new Set(['connection', 'content-length', 'keep-alive', 'te']);

const badRequest = (): GatewayFailure => new GatewayFailure('DEFAULT_4XX', 'Bad Request', 400);

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest();
  }
};

/** Without a prototype, because names come from the client. */
const collect = (pairs: Iterable<readonly [string, string]>): MultiValues => {
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const existing = values[name];
    if (existing === undefined) values[name] = [value];
    else existing.push(value);
  }
  return values;
};

const queryPairs = function* (search: string): Generator<readonly [string, string]> {
  for (const part of search.split('&')) {
    if (part === '') continue;
    const separator = part.indexOf('=');
    const [name, value] =
      separator === -1 ? [part, ''] : [part.slice(0, separator), part.slice(separator + 1)];
    yield [decode(name.replaceAll('+', ' ')), decode(value.replaceAll('+', ' '))];
  }
};

const headerPairs = (message: IncomingMessage): readonly (readonly [string, string])[] => {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    pairs.push([message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '']);
  }
  return pairs;
};

const requireSmallHeaders = (
  message: IncomingMessage,
  pairs: readonly (readonly [string, string])[],
): void => {
  let bytes = (message.method?.length ?? 0) + (message.url?.length ?? 0) + ' HTTP/1.1'.length + 1;
  for (const [, value] of pairs) bytes += value.length;
  if (bytes > MAX_HEADER_BYTES) {
    throw new GatewayFailure('DEFAULT_4XX', `HTTP header is larger than ${MAX_HEADER_BYTES} bytes.`, 431);
  }
};

/** RFC 9112 section 3.2: no host (since HTTP/1.1) or more than one is a 400. */
const requireOneHost = (
  { httpVersion }: IncomingMessage,
  pairs: readonly (readonly [string, string])[],
): void => {
  const count = pairs.filter(([name]) => name.toLowerCase() === 'host').length;
  if (count > 1 || (count === 0 && httpVersion !== '1.0')) throw badRequest();
};

/** Adds the `X-Forwarded-*` headers. */
const withForwarding = (
  pairs: readonly (readonly [string, string])[],
  message: IncomingMessage,
  sourceIp: string,
): readonly (readonly [string, string])[] => {
  const isForwarding = (name: string): boolean => /^x-forwarded-(?:for|port|proto)$/i.test(name);
  const before = pairs.filter(([name]) => name.toLowerCase() === 'x-forwarded-for').map(([, value]) => value);
  return [
    ...pairs.filter(([name]) => !CONSUMED_HEADERS.has(name.toLowerCase()) && !isForwarding(name)),
    ['X-Forwarded-For', [...before, sourceIp].join(', ')],
    ['X-Forwarded-Port', String(message.socket.localPort ?? '')],
    ['X-Forwarded-Proto', 'http'],
  ];
};

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const tooLarge = (): GatewayFailure => new GatewayFailure('REQUEST_TOO_LARGE', 'Request Too Long');
  if (Number(message.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (message.headers['content-length'] === undefined && message.headers['transfer-encoding'] === undefined) {
    return Buffer.alloc(0);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    // The client disconnected, so the response is lost.
    throw badRequest();
  }
  if (bytes > MAX_BODY_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
};

/** The parts of a request that every response needs. Reading them never fails. */
export type RequestHead = Pick<
  GatewayRequest,
  'id' | 'receivedAt' | 'method' | 'path' | 'sourceIp' | 'protocol'
> & { readonly search: string };

/** Leading slashes collapse into one; the rest of the path stays as sent. */
const targetOf = (url: string): readonly [path: string, search: string] => {
  const target = /^https?:\/\/[^/?]*(.*)$/i.exec(url)?.[1] ?? url;
  const question = target.indexOf('?');
  const path = question === -1 ? target : target.slice(0, question);
  return [`/${path.replace(/^\/+/, '')}`, question === -1 ? '' : target.slice(question + 1)];
};

export const readHead = (message: IncomingMessage): RequestHead => {
  const [path, search] = targetOf(message.url ?? '/');
  return {
    id: randomUUID(),
    receivedAt: new Date(),
    method: message.method ?? 'GET',
    path,
    search,
    sourceIp: message.socket.remoteAddress ?? '127.0.0.1',
    protocol: `HTTP/${message.httpVersion}`,
  };
};

/**
 * Reads a whole request.
 *
 * @throws GatewayFailure if it is malformed or exceeds API Gateway's limits
 */
export const readRequest = async (message: IncomingMessage, head: RequestHead): Promise<GatewayRequest> => {
  const pairs = headerPairs(message);
  requireSmallHeaders(message, pairs);
  requireOneHost(message, pairs);
  return {
    ...head,
    // Trailing slashes are ignored.
    segments: head.path.replace(/\/+$/, '').slice(1).split('/').map(decode),
    query: collect(queryPairs(head.search)),
    headers: collect(withForwarding(pairs, message, head.sourceIp)),
    body: await readBody(message),
  };
};

import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { LOOPBACK } from '../process/listen.ts';
import { messageOf } from '../process/start-error.ts';
import type { AccessLog } from './access-log.ts';
import type { ApiDefinition } from './api-definition.ts';
import { compress, negotiateEncoding } from './compression.ts';
import { GatewayFailure } from './gateway-failure.ts';
import type { GatewayResponse } from './gateway-response.ts';
import { readHead } from './request.ts';
import type { Answer, RequestHandler } from './request-handler.ts';
import { contextLookup } from './request-variables.ts';

/** Well above what the gateway takes, so that a request which is too large still gets a proper answer. */
const PARSER_HEADER_BYTES = 256 * 1024;
/** Longer than clients and load generators wait between requests. */
const KEEP_ALIVE_MILLISECONDS = 65_000;
/** Rest of a refused body that is read, so that the client sees the answer before the connection ends. */
const LINGER_MILLISECONDS = 500;
/** Of a whole request, from its first byte: whoever sends it byte by byte holds a connection no longer than that. */
const REQUEST_MILLISECONDS = 30_000;

const hasNoBody = (method: string | undefined, status: number): boolean =>
  method === 'HEAD' || status === 204 || status === 304;

const isHeader = (response: GatewayResponse, name: string): boolean =>
  response.headers.some(([other]) => other.toLowerCase() === name);

const encode = async (
  response: GatewayResponse,
  accepted: string | undefined,
  minimumSize: number | undefined,
): Promise<{ readonly body: Buffer | string; readonly headers: string[] }> => {
  const { body } = response;
  const isLargeEnough = minimumSize !== undefined && Buffer.byteLength(body) >= minimumSize;
  const encoding =
    isLargeEnough && !isHeader(response, 'content-encoding') ? negotiateEncoding(accepted) : undefined;
  if (encoding === undefined) return { body, headers: [] };
  return { body: await compress(encoding, body), headers: ['Content-Encoding', encoding] };
};

const send = async (
  message: IncomingMessage,
  response: ServerResponse,
  { response: answer, lookup }: Answer,
  minimumSize: number | undefined,
): Promise<number> => {
  const { body, headers } = await encode(answer, message.headers['accept-encoding']?.toString(), minimumSize);
  const isWithoutBody = hasNoBody(message.method, answer.status);
  const length = Buffer.byteLength(body);
  const isUnread = !message.complete;
  // The parser stops after a request with Upgrade, and Node.js, with no listener to hand it to, drops what else came with
  // the same read; of such a request it does not report a malformed body either. Both clients would wait in vain.
  // (onParserExecuteCommon of lib/_http_server.js and Parser::Execute of src/node_http_parser.cc, Node.js 24)
  const isLast = isUnread || message.headers.upgrade !== undefined;
  response.writeHead(answer.status, [
    ...answer.headers.flat(),
    'x-amzn-RequestId',
    lookup('requestId') ?? '',
    ...headers,
    // The length of a HEAD response is that of the GET, which only a function that wrote a body has told.
    ...(isWithoutBody && length === 0 ? [] : ['Content-Length', String(length)]),
    ...(isLast ? ['Connection', 'close'] : []),
  ]);
  response.end(isWithoutBody ? undefined : body);
  if (isUnread) {
    message.resume();
    setTimeout(() => message.destroy(), LINGER_MILLISECONDS).unref();
  }
  return isWithoutBody ? 0 : length;
};

/** What the HTTP parser refused never becomes a request; it gets an answer of the same shape all the same. */
const refuse = (error: NodeJS.ErrnoException, socket: Duplex, api: ApiDefinition): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statuses: Readonly<Record<string, number>> = {
    HPE_HEADER_OVERFLOW: 431,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  };
  const status = statuses[error.code ?? ''] ?? 400;
  const failure = new GatewayFailure('DEFAULT_4XX', STATUS_CODES[status] ?? 'Bad Request', status);
  const head = {
    id: randomUUID(),
    receivedAt: new Date(),
    method: '',
    path: '',
    search: '',
    sourceIp: LOOPBACK,
    protocol: 'HTTP/1.1',
    userAgent: undefined,
  };
  const response = api.gatewayResponses(failure, contextLookup(api, head, undefined, {}, failure));
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...response.headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(response.body)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${response.body}`);
};

/** The server of the API; the caller binds it. */
export const createGatewayServer = (
  api: ApiDefinition,
  handle: RequestHandler,
  accessLog: AccessLog,
  onError: (error: unknown) => void,
): Server => {
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = performance.now();
    try {
      const answer = await handle(message, readHead(message));
      const bytes = await send(message, response, answer, api.minimumCompressionSize);
      accessLog.write(answer, bytes, performance.now() - startedAt);
    } catch (error) {
      onError(error);
      response.destroy();
    }
  };
  const server = createServer(
    {
      maxHeaderSize: PARSER_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
      headersTimeout: REQUEST_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
      connectionsCheckingInterval: REQUEST_MILLISECONDS / 10,
      noDelay: true,
      // Node.js would refuse it in its own words.
      requireHostHeader: false,
    },
    (message, response) => void serve(message, response),
  );
  // Without a listener Node.js answers an unusual Expect header by itself, in its own words.
  server.on('checkExpectation', (message, response) => void serve(message, response));
  const refuseOrClose = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    try {
      refuse(error, socket, api);
    } catch (cause) {
      onError(new Error(`A malformed request could not be answered: ${messageOf(cause)}`));
      socket.destroy();
    }
  };
  server.on('clientError', refuseOrClose);
  // Without a listener Node.js closes the connection without a word.
  server.on('connect', (_, socket) => refuseOrClose(new Error('This is no proxy.'), socket));
  return server;
};

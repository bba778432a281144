import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createServer, STATUS_CODES } from '../../process/http.ts';
import { messageOf } from '../../process/start-error.ts';
import type { ApiDefinition } from '../definition/api-definition.ts';
import type { Answer, RequestHandler } from '../request/request-handler.ts';
import type { AccessLog } from './access-log.ts';

/** Well above the gateway's own limit, so that the gateway itself refuses what is too large. */
const PARSER_HEADER_BYTES = 256 * 1024;
/** How long a refused body is drained, so that the client sees the response before the connection closes. */
const LINGER_MILLISECONDS = 500;
/** The time for a whole request from its first byte, so that slow clients cannot occupy connections. */
const REQUEST_MILLISECONDS = 30_000;

const hasNoBody = (method: string | undefined, status: number): boolean =>
  method === 'HEAD' || status === 204 || status === 304;

/** Weights other than zero make no difference. */
export const acceptsGzip = (accepted = ''): boolean =>
  accepted.split(',').some((entry) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$)[\d.]+\s*)?$/i.test(entry));

const compress = promisify(gzip);

const send = async (
  message: IncomingMessage,
  response: ServerResponse,
  { response: answer, variables }: Answer,
  minimumSize: number,
): Promise<number> => {
  const isCompressed =
    Buffer.byteLength(answer.body) >= minimumSize &&
    acceptsGzip(message.headers['accept-encoding']?.toString());
  const body = isCompressed ? await compress(answer.body) : answer.body;
  const isWithoutBody = hasNoBody(message.method, answer.status);
  const length = Buffer.byteLength(body);
  const isUnread = !message.complete;
  // The parser stops after a request with Upgrade. Without a listener for it, Node.js drops the rest of the
  // same read and does not report a malformed body, so the client would wait in vain. (onParserExecuteCommon
  // of lib/_http_server.js and Parser::Execute of src/node_http_parser.cc, Node.js 24)
  const isLast = isUnread || message.headers.upgrade !== undefined;
  response.writeHead(answer.status, [
    ...answer.headers.flat(),
    'x-amzn-RequestId',
    variables.get('requestId') ?? '',
    ...(isCompressed ? ['Content-Encoding', 'gzip'] : []),
    // A HEAD response has the length of the GET, which is known only if the function returned a body.
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

/** Answers a request that the HTTP parser rejected, in the same format as any other failure. */
const refuse = (error: NodeJS.ErrnoException, socket: Duplex, api: ApiDefinition): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const type = 'DEFAULT_4XX';
  const variables = new Map(Object.entries({ requestId, 'error.responseType': type }));
  const response = api.gatewayResponses[type](variables);
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
      const answer = await handle(message);
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
      headersTimeout: REQUEST_MILLISECONDS,
      requestTimeout: REQUEST_MILLISECONDS,
      connectionsCheckingInterval: REQUEST_MILLISECONDS / 10,
      noDelay: true,
      // Node.js would answer in its own format.
      requireHostHeader: false,
    },
    (message, response) => void serve(message, response),
  );
  // Without a listener, Node.js answers an unusual Expect header in its own format.
  server.on('checkExpectation', (message, response) => void serve(message, response));
  const refuseOrClose = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    try {
      refuse(error, socket, api);
    } catch (cause) {
      onError(new Error(`Failed to answer a malformed request: ${messageOf(cause)}`));
      socket.destroy();
    }
  };
  server.on('clientError', refuseOrClose);
  // Without a listener, Node.js closes the connection without a response.
  server.on('connect', (_, socket) => refuseOrClose(new Error('CONNECT is not supported.'), socket));
  return server;
};

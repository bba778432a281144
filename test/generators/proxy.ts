import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../infra/local/process/listen.ts';
import { readOpenApi } from '../support/contract/openapi/document.ts';
import { send } from '../support/http/http.ts';
import { type ExampleResponse, exampleResponses } from './calls/example-responses.ts';
import { findOperation, type Operation } from './calls/operations.ts';
import { type Variant, variantOf } from './calls/variant.ts';

/** A response that the proxy sent. */
export interface Exchange {
  readonly url: string;
  readonly status: number;
  /** `null` without a body. */
  readonly body: unknown;
}

export interface TestProxy {
  readonly url: string;
  /** All exchanges since the last call. */
  take(): readonly Exchange[];
  close(): void;
}

/** Sent as the API key: the proxy answers with an example of the document. */
export const exampleKey = ({ status, name }: ExampleResponse): string => `example.${status}.${name}`;

/** Sent as the API key: the proxy changes the service's response. */
export const variantKey = (variant: Variant, apiKey: string): string => `variant.${variant}.${apiKey}`;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const FORWARDED = new Set(['x-api-key', 'if-none-match', 'accept']);
/** Headers that are wrong for a body that is no longer compressed or chunked. */
const DROPPED = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/**
 * Starts a proxy between generated clients and the service that records each exchange. Depending on the API
 * key it answers with examples, or with variants of the service's responses.
 */
export const startProxy = async (
  document: Readonly<Record<string, unknown>>,
  operations: readonly Operation[],
  serviceUrl: string,
): Promise<TestProxy> => {
  const reader = readOpenApi(document);
  let exchanges: Exchange[] = [];

  const exampleAnswer = (operation: Operation, key: string): Answer => {
    const example = exampleResponses(document, operation).find((each) => exampleKey(each) === key);
    if (example === undefined) throw new Error(`${operation.id} has no example ${key}.`);
    return { ...example, headers: { ...example.headers, 'Content-Type': example.contentType } };
  };

  const serviceAnswer = async (url: string, headers: Readonly<Record<string, string>>): Promise<Answer> => {
    // Unlike fetch, it does not reuse connections that were idle while a client compiled.
    const response = await send(serviceUrl + url, { headers });
    return {
      status: response.status,
      headers: Object.fromEntries(
        Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined || DROPPED.has(name) ? [] : [[name, String(value)]],
        ),
      ),
      body: response.text === '' ? null : JSON.parse(response.text),
    };
  };

  const answer = async ({ url = '', headers: sent }: IncomingMessage): Promise<Answer> => {
    const headers = Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) => (FORWARDED.has(name) ? [[name, String(value)]] : [])),
    );
    const operation = findOperation(operations, new URL(url, serviceUrl).pathname);
    const key = headers['x-api-key'] ?? '';
    if (operation !== undefined && key.startsWith('example.')) return exampleAnswer(operation, key);
    const [, variant, apiKey] = /^variant\.(\w+)\.(.*)$/.exec(key) ?? [];
    if (operation === undefined || variant === undefined) return serviceAnswer(url, headers);
    const { status, body, ...others } = await serviceAnswer(url, { ...headers, 'x-api-key': apiKey ?? '' });
    const schema = reader.at('paths', operation.path, 'get', 'responses', String(status), 'content');
    const [type = ''] = Object.keys(schema?.value ?? {});
    const changed = variantOf(reader, [...(schema?.pointer ?? []), type, 'schema'], body, variant as Variant);
    return { status, body: changed, ...others };
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, headers, body } = await answer(request);
    exchanges.push({ url: request.url ?? '', status, body });
    response.writeHead(status, headers).end(body === null ? undefined : JSON.stringify(body));
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      exchanges.push({ url: request.url ?? '', status: 0, body: String(error) });
      response.destroy();
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

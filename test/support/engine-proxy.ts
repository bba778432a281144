import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a call of the engine. */
export type Fault = 'throttle' | 'hang' | 'reset' | 'server-error' | 'validation-error' | 'partial-batch';

export interface EngineCall {
  /** Such as `GetItem`. */
  readonly operation: string;
  readonly body: string;
}

/** Stands between a service and its engine, and lets calls through or fails them as told. */
export interface EngineProxy {
  readonly url: string;
  /** Decides the fate of each call from now on; `undefined` lets it through. */
  failWhen(fault: (call: EngineCall) => Fault | undefined): void;
  /** The calls that came in since the last look. */
  takeCalls(): readonly EngineCall[];
  stop(): Promise<void>;
}

const ERRORS = {
  throttle: { status: 400, type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' },
  'server-error': { status: 500, type: 'com.amazonaws.dynamodb.v20120810#InternalServerError' },
  'validation-error': { status: 400, type: 'com.amazon.coral.validate#ValidationException' },
} as const;

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** A BatchGetItem that got through, but to none of its keys. */
const unprocessed = (body: string): string => {
  const { RequestItems } = JSON.parse(body) as { RequestItems: unknown };
  return JSON.stringify({ Responses: {}, UnprocessedKeys: RequestItems });
};

const fail = (fault: Fault, body: string, incoming: IncomingMessage, response: ServerResponse): void => {
  if (fault === 'hang') return;
  if (fault === 'reset') {
    incoming.socket.destroy();
    return;
  }
  response.setHeader('Content-Type', 'application/x-amz-json-1.0');
  if (fault === 'partial-batch') {
    response.end(unprocessed(body));
    return;
  }
  const { status, type } = ERRORS[fault];
  response.statusCode = status;
  response.end(JSON.stringify({ __type: type, message: 'Injected by a test.' }));
};

export const startEngineProxy = async (engineUrl: string): Promise<EngineProxy> => {
  let decide: (call: EngineCall) => Fault | undefined = () => undefined;
  let calls: EngineCall[] = [];

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const operation = String(incoming.headers['x-amz-target'] ?? '').replace(/^.*\./, '');
    calls.push({ operation, body });
    const fault = decide({ operation, body });
    if (fault !== undefined) {
      fail(fault, body, incoming, response);
      return;
    }
    const forwarded = request(
      engineUrl,
      { method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failWhen(fault) {
      decide = fault;
    },
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../../infra/local/process/listen.ts';

/** How the proxy fails a call instead of forwarding it. */
export type Failure =
  | 'throttle'
  | 'throttle-requests'
  | 'hang'
  | 'reset'
  | 'server-error'
  | 'validation-error'
  | 'partial-batch';

export type Fault =
  | Failure
  /** Forwards the call, and breaks the connection instead of answering. */
  | 'lost answer'
  /** Forwards the call, and answers without a `Date` header. */
  | 'no date'
  /** Forwards the call after a delay, even if the client has stopped waiting. */
  | { readonly delayMilliseconds: number }
  /** Rejects the call unless it was signed within five minutes of this time, in milliseconds since 1970. */
  | { readonly clock: number };

export interface EngineCall {
  /** For example, `GetItem`. */
  readonly operation: string;
  readonly body: string;
}

/** Maximum clock skew of a signature. */
const SIGNATURE_MILLISECONDS = 300_000;

/** A proxy between a service and its engine that forwards calls or makes them fail. */
export interface EngineProxy {
  readonly url: string;
  /** Sets the fault for each subsequent call; `undefined` forwards it. */
  failWhen(fault: (call: EngineCall) => Fault | undefined): void;
  /** Returns the calls received since the last `takeCalls`. */
  takeCalls(): readonly EngineCall[];
  /** Resolves once every forwarded call has been answered, including those whose client has gone. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const ERRORS = {
  throttle: { status: 400, type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' },
  'throttle-requests': { status: 400, type: 'com.amazon.coral.availability#ThrottlingException' },
  'wrong-clock': { status: 400, type: 'com.amazon.coral.service#InvalidSignatureException' },
  'server-error': { status: 500, type: 'com.amazonaws.dynamodb.v20120810#InternalServerError' },
  'validation-error': { status: 400, type: 'com.amazon.coral.validate#ValidationException' },
} as const;

const readBody = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** A BatchGetItem response in which every key is unprocessed. */
const unprocessed = (body: string): string => {
  const { RequestItems } = JSON.parse(body) as { RequestItems: unknown };
  return JSON.stringify({ Responses: {}, UnprocessedKeys: RequestItems });
};

/** When a call was signed; the header is formatted as `20260131T093000Z`. */
const signedAt = ({ headers }: IncomingMessage): number =>
  Date.parse(String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const fail = (
  fault: Failure | 'wrong-clock',
  body: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): void => {
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
  const underWay = new Set<Promise<void>>();

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const operation = String(incoming.headers['x-amz-target'] ?? '').replace(/^.*\./, '');
    calls.push({ operation, body });
    const fault = decide({ operation, body });
    if (typeof fault === 'string' && fault !== 'lost answer' && fault !== 'no date') {
      fail(fault, body, incoming, response);
      return;
    }
    const options: { readonly delayMilliseconds?: number; readonly clock?: number } =
      typeof fault === 'object' ? fault : {};
    if (options.delayMilliseconds !== undefined) await setTimeout(options.delayMilliseconds);
    const { clock } = options;
    const date = clock === undefined ? {} : { date: new Date(clock).toUTCString() };
    if (clock !== undefined && !(Math.abs(signedAt(incoming) - clock) <= SIGNATURE_MILLISECONDS)) {
      response.setHeader('Date', String(date.date));
      fail('wrong-clock', body, incoming, response);
      return;
    }
    const forwarded = request(engineUrl, {
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    if (fault === 'lost answer') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'no date') {
      response.sendDate = false;
      delete answer.headers.date;
    }
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...date });
    answer.pipe(response);
  };

  const server = createServer((incoming, response) => {
    const handled = handle(incoming, response)
      .catch(() => {
        response.destroy();
      })
      .finally(() => underWay.delete(handled));
    underWay.add(handled);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    failWhen(fault) {
      decide = fault;
    },
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async settled() {
      await Promise.all(underWay);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

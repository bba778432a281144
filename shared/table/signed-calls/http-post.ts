import type { IncomingHttpHeaders } from 'node:http';
import type { TryLimits } from '../try-limits.ts';

/** The same limit as the AWS SDK's. */
const AGENT_OPTIONS = { keepAlive: true, maxSockets: 50 } as const;

/** A response whose body is read. */
interface HttpAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Returns a function that posts a document and reads the response. It rejects with a TimeoutError, an
 * AbortError or a connection error of Node.js.
 *
 * @param service its name in errors
 */
export const createHttpPost = (
  endpoint: URL,
  { connectionTimeout, requestTimeout }: Pick<TryLimits, 'connectionTimeout' | 'requestTimeout'>,
  service = 'DynamoDB',
) => {
  const isHttps = endpoint.protocol === 'https:';
  // An import of both would also load the unused one with each cold start.
  const { Agent, request } = process.getBuiltinModule(isHttps ? 'node:https' : 'node:http');
  const target = {
    host: endpoint.hostname,
    port: endpoint.port,
    path: endpoint.pathname,
    method: 'POST',
    agent: new Agent(AGENT_OPTIONS),
  };

  return async (headers: Readonly<Record<string, string>>, body: string, signal?: AbortSignal) => {
    // As a list, Node.js writes headers without first collecting them in an object.
    const outgoing = request({
      ...target,
      headers: Object.entries(headers).flat(),
      ...(signal === undefined ? {} : { signal }),
    });
    const timeOut = (what: string, milliseconds: number): void => {
      const error = new Error(`${service} did not ${what} within ${milliseconds} ms.`);
      outgoing.destroy(Object.assign(error, { name: 'TimeoutError' }));
    };
    /** Returns a function that ends the limit. */
    const limit = (what: string, milliseconds: number): (() => void) => {
      let overdue: NodeJS.Immediate | undefined;
      // A thread that was busy runs its timers before it reads its sockets, where the response may be
      // waiting.
      const timer = setTimeout(() => {
        overdue = setImmediate(timeOut, what, milliseconds);
      }, milliseconds);
      return () => {
        clearTimeout(timer);
        clearImmediate(overdue);
      };
    };
    const answered = limit('answer', requestTimeout);
    let connected = (): void => undefined;
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) return;
      connected = limit('take a connection', connectionTimeout);
      socket.once(isHttps ? 'secureConnect' : 'connect', connected);
    });
    try {
      return await new Promise<HttpAnswer>((resolve, reject) => {
        outgoing.on('error', reject).once('response', (incoming) => {
          const chunks: Buffer[] = [];
          incoming
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .once('error', reject)
            .once('end', () => {
              const [first, ...others] = chunks;
              const whole = others.length === 0 ? first : Buffer.concat(chunks);
              resolve({ status: incoming.statusCode, headers: incoming.headers, body: String(whole ?? '') });
            });
        });
        outgoing.end(body);
      });
    } finally {
      answered();
      connected();
    }
  };
};

import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Posts a document and reads the response. Rejects with a TimeoutError, an AbortError or a connection error
 * of Node.js.
 */
export type HttpPost = (
  headers: Readonly<Record<string, string>>,
  body: string,
  signal?: AbortSignal,
) => Promise<HttpAnswer>;

export interface HttpPostOptions {
  readonly endpoint: URL;
  /** Limit for connecting, in milliseconds. */
  readonly connectionTimeout: number;
  /** Limit for the whole exchange, in milliseconds. */
  readonly requestTimeout: number;
}

const namedError = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** The same limit as the AWS SDK's. */
const AGENT_OPTIONS = { keepAlive: true, maxSockets: 50 } as const;

export const createHttpPost = ({
  endpoint,
  connectionTimeout,
  requestTimeout,
}: HttpPostOptions): HttpPost => {
  const isHttps = endpoint.protocol === 'https:';
  const agent = isHttps ? new HttpsAgent(AGENT_OPTIONS) : new HttpAgent(AGENT_OPTIONS);
  const request = isHttps ? httpsRequest : httpRequest;
  const target = {
    host: endpoint.hostname,
    port: endpoint.port,
    path: endpoint.pathname,
    method: 'POST',
    agent,
  };

  return (headers, body, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(namedError('AbortError', 'The call was given up.'));
        return;
      }
      const outgoing = request({ ...target, headers });
      const giveUp = (): void => {
        outgoing.destroy(namedError('AbortError', 'The call was given up.'));
      };
      const timeOut = (what: string, milliseconds: number): void => {
        outgoing.destroy(namedError('TimeoutError', `DynamoDB did not ${what} within ${milliseconds} ms.`));
      };
      const answering = setTimeout(timeOut, requestTimeout, 'answer', requestTimeout);
      let connecting: NodeJS.Timeout | undefined;
      outgoing.once('socket', (socket) => {
        if (!socket.connecting) return;
        connecting = setTimeout(timeOut, connectionTimeout, 'take a connection', connectionTimeout);
        socket.once(isHttps ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      });
      const settle = (): void => {
        clearTimeout(answering);
        clearTimeout(connecting);
        signal?.removeEventListener('abort', giveUp);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const fail = (error: Error): void => {
        settle();
        reject(error);
      };
      outgoing.on('error', fail);
      outgoing.once('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', fail);
        incoming.once('end', () => {
          settle();
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
        });
      });
      outgoing.end(body);
    });
};

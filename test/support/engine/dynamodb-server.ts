import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from '../../../infra/local/process/listen.ts';

export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * The response to a call: `hang` never answers, `reset` breaks the connection. `hang in body` and
 * `reset in body` do so after the headers and a part of the body.
 */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
  | 'hang'
  | 'reset'
  | 'hang in body'
  | 'reset in body';

/** A misbehaving DynamoDB stand-in: responds as `answer` decides and records the calls. */
export const startDynamoDbServer = async (answer: (call: ReceivedCall, number: number) => Answer) => {
  const calls: ReceivedCall[] = [];
  let connections = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const call = { headers: incoming.headers, body: Buffer.concat(chunks).toString('utf8') };
      calls.push(call);
      const decided = answer(call, calls.length);
      if (decided === 'hang') return;
      if (decided === 'reset') {
        incoming.socket.destroy();
        return;
      }
      if (decided === 'hang in body' || decided === 'reset in body') {
        response.writeHead(200, { 'Content-Length': '100' }).write('{', () => {
          if (decided === 'reset in body') incoming.socket.destroy();
        });
        return;
      }
      const { status, headers = {}, body } = decided;
      response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0', ...headers }).end(body);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    calls,
    /** Connections accepted so far. */
    connections: () => connections,
    /** Closes idle connections, as DynamoDB does after a while. */
    closeIdleConnections: () => server.closeIdleConnections(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

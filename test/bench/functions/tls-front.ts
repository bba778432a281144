import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:https';
import { listen } from '../../../infra/local/process/listen.ts';
import type { TestCertificate } from '../../support/certificate.ts';

/** More than any function makes for one event; a measurement makes many thousands. */
const MAX_CALLS = 32;

/** An AWS request in the AWS JSON protocol. */
export interface ServiceCall {
  /** The header `X-Amz-Target`, such as `DynamoDB_20120810.GetItem`. */
  readonly target: string;
  readonly body: string;
}

export interface TlsFront {
  readonly url: string;
  /** Returns the calls received since the last `takeCalls`. */
  takeCalls(): readonly ServiceCall[];
  stop(): Promise<void>;
}

/** Responses of services other than DynamoDB, which are not measured. */
const CANNED: Readonly<Record<string, object>> = {
  'AWSEvents.PutEvents': { FailedEntryCount: 0, Entries: [{ EventId: 'event-1' }] },
};

const targetOf = (headers: IncomingHttpHeaders): string => String(headers['x-amz-target'] ?? '');

/** Starts a TLS proxy for the engine, which lacks TLS. */
export const startTlsFront = async (engine: string, certificate: TestCertificate): Promise<TlsFront> => {
  const agent = new Agent({ keepAlive: true });
  let calls: ServiceCall[] = [];
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const target = targetOf(incoming.headers);
      if (calls.length < MAX_CALLS) calls.push({ target, body: body.toString() });
      const canned = CANNED[target];
      if (canned !== undefined) {
        response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(canned));
        return;
      }
      const { host: _host, ...headers } = incoming.headers;
      request(engine, { method: incoming.method ?? 'POST', path: incoming.url, agent, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      })
        .on('error', () => response.destroy())
        .end(body);
    });
  });
  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}`,
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
};

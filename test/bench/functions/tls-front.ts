import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../../infra/local/process/listen.ts';
import type { TestCertificate } from '../../support/http/certificate.ts';
import { sampleData } from '../../support/records/sample-data.ts';

/** How long recorded calls wait for an answer, so that all of a stage arrive before the first is answered. */
const HOLD_MILLISECONDS = 300;

/** An AWS request in the AWS JSON protocol, or one to the data API. */
export interface ServiceCall {
  /** The header `X-Amz-Target`, such as `DynamoDB_20120810.GetItem`; the path of the data API. */
  readonly target: string;
  readonly body: string;
  /** Calls of a stage are made concurrently, after those of the stage before are answered. From 0. */
  readonly stage: number;
}

export interface TlsFront {
  readonly url: string;
  /** Records the calls that are made meanwhile, which takes longer than usual. */
  record(work: () => Promise<unknown>): Promise<readonly ServiceCall[]>;
  stop(): Promise<void>;
}

/** Responses of services other than DynamoDB, which are not measured. */
const CANNED: Readonly<Record<string, object>> = {
  'AWSEvents.PutEvents': { FailedEntryCount: 0, Entries: [{ EventId: 'event-1' }] },
};

/** The answer of the data API, which is not measured either. */
const PAGE = {
  totalCount: 10,
  nextCursor: null,
  nextUrl: null,
  items: sampleData('Found').people.slice(0, 10),
};

const targetOf = ({ headers, url }: IncomingMessage): string => String(headers['x-amz-target'] ?? url);

/** Starts a TLS proxy for the engine, which lacks TLS. */
export const startTlsFront = async (engine: string, certificate: TestCertificate): Promise<TlsFront> => {
  const agent = new Agent({ keepAlive: true });
  let recorded: ServiceCall[] | undefined;
  let stage = 0;

  /** Resolves when the call may be made. */
  const note = async (call: Omit<ServiceCall, 'stage'>): Promise<void> => {
    if (recorded === undefined) return;
    const own = stage;
    recorded.push({ ...call, stage: own });
    await setTimeout(HOLD_MILLISECONDS);
    stage = Math.max(stage, own + 1);
  };

  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', async () => {
      const body = Buffer.concat(chunks);
      const target = targetOf(incoming);
      await note({ target, body: body.toString() });
      const canned = target.startsWith('/') ? PAGE : CANNED[target];
      if (canned !== undefined) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(canned));
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
    async record(work) {
      const calls: ServiceCall[] = [];
      recorded = calls;
      stage = 0;
      try {
        await work();
      } finally {
        recorded = undefined;
      }
      return calls;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
};

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listen } from '../../../infra/local/process/listen.ts';
import { createEventBridgeBus, createEventBridgeClient } from '../../../shared/events/event-bridge-bus.ts';
import type { BusEntry } from '../../../shared/events/event-bus.ts';

/** A fake EventBridge server. */
let server: Server;
let port: number;
let requests: { readonly target: string | undefined; readonly body: string }[];
let answer: { readonly status: number; readonly body: unknown };

beforeAll(async () => {
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    requests.push({
      target: incoming.headers['x-amz-target']?.toString(),
      body: Buffer.concat(chunks).toString('utf8'),
    });
    response.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer.body));
  });
  port = await listen(server);
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  requests = [];
});

const put = (entries: readonly BusEntry[]) => {
  const client = createEventBridgeClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return createEventBridgeBus(client, 'sales-bus').put(entries);
};

const entry: BusEntry = {
  detailType: 'person.created',
  detail: '{"organizationId":"o"}',
  time: new Date('2026-03-01T08:00:00.000Z'),
  streamSequence: '7',
};

it('puts entries on its own bus', async () => {
  answer = { status: 200, body: { FailedEntryCount: 0, Entries: [{ EventId: 'a' }] } };
  expect(await put([entry])).toEqual([undefined]);
  expect(requests.map(({ target }) => target)).toEqual(['AWSEvents.PutEvents']);
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Entries: [
      {
        EventBusName: 'sales-bus',
        Source: 'sales-data',
        DetailType: 'person.created',
        Detail: '{"organizationId":"o"}',
        Time: Date.parse('2026-03-01T08:00:00.000Z') / 1000,
      },
    ],
  });
});

it('reports rejected entries, and entries without a result', async () => {
  answer = {
    status: 200,
    body: { FailedEntryCount: 1, Entries: [{ EventId: 'a' }, { ErrorCode: 'ThrottlingException' }] },
  };
  expect(await put([entry, entry, entry])).toEqual([undefined, 'ThrottlingException', 'NoResult']);
});

it('throws when the call fails', async () => {
  answer = { status: 400, body: { __type: 'ResourceNotFoundException', message: 'There is no such bus.' } };
  await expect(put([entry])).rejects.toThrow('There is no such bus.');
});

it('makes two attempts when the service fails', async () => {
  answer = { status: 500, body: { __type: 'InternalException' } };
  await expect(put([entry])).rejects.toThrow();
  expect(requests).toHaveLength(2);
});

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyDeliveries, synthesizeAssembly } from '../support/assembly.ts';
import { eventually } from '../support/eventually.ts';
import { type RunnerProcess, startRunnerProcess } from '../support/runner-process.ts';
import { type Receiver, startRawReceiver, startReceiver } from '../support/webhook-receiver.ts';
import { openWebhookTable, type WebhookTable } from '../support/webhook-table.ts';

const GOOD = 15;
const HANGING = 5;
const CHANGES = 4;

const assembly = synthesizeAssembly(manyDeliveries());
let runner: RunnerProcess;
let table: WebhookTable;
const receivers: Receiver[] = [];

beforeAll(async () => {
  runner = await startRunnerProcess({ assembly, environment: { WEBHOOKS_ALLOW_LOOPBACK: '1' } });
  table = openWebhookTable(runner.dataDirectory);
});
afterAll(async () => {
  await runner.stop();
  rmSync(assembly, { recursive: true, force: true });
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

describe('unresponsive endpoints', () => {
  it('do not delay deliveries to other endpoints', async () => {
    const organizationId = randomUUID();
    let delivered = 0;
    const good = await startReceiver((_, response) => {
      delivered += 1;
      response.writeHead(204).end();
    });
    let ended = 0;
    const hanging = await startRawReceiver((socket) => {
      socket.resume().on('close', () => {
        ended += 1;
      });
    });
    receivers.push(good, hanging);
    for (let count = 0; count < HANGING; count++) {
      await table.addEndpoint(organizationId, `http://127.0.0.1:${hanging.port}/`);
    }
    for (let count = 0; count < GOOD; count++) {
      await table.addEndpoint(organizationId, `http://127.0.0.1:${good.port}/`);
    }
    for (let change = 0; change < CHANGES; change++)
      await table.changePerson(organizationId, randomUUID(), 1);

    await eventually(() => delivered === GOOD * CHANGES || undefined, 60);
    expect(hanging.connections()).toBeGreaterThanOrEqual(HANGING);
    expect(ended).toBe(0);
    const failures = await table.queueLengths(/Failures|Unpublished/);
    expect(failures).toEqual([0, 0, 0]);
  });
});

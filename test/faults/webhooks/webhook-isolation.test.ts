import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';
import { type Receiver, startRawReceiver, startReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { openWebhookTable, type WebhookTable } from '../../support/webhooks/webhook-table.ts';
import { changeAssembly } from '../support/changed-assembly.ts';

const GOOD = 5;
const HANGING = 5;
const CHANGES = 4;

/** More than the hanging attempts; development has the minimum. */
const assembly = changeAssembly(inject('assembly'), [
  [/"MaximumConcurrency": ?2\b/g, '"MaximumConcurrency": 100'],
]);
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
  it('delivers to other endpoints while all attempts to unresponsive ones are open', async () => {
    let delivered = 0;
    const good = await startReceiver((_, response) => {
      delivered += 1;
      response.writeHead(204).end();
    });
    receivers.push(good);

    /** Whether attempts to all unresponsive endpoints were open until the last other delivery. */
    const deliverMeanwhile = async (): Promise<boolean> => {
      let ended = 0;
      const hanging = await startRawReceiver((socket) => {
        socket.resume().on('close', () => {
          ended += 1;
        });
      });
      receivers.push(hanging);
      const organizationId = randomUUID();
      const change = () => table.changePerson(organizationId, randomUUID(), 1);
      for (let count = 0; count < HANGING; count++) {
        await table.addEndpoint(organizationId, `http://127.0.0.1:${hanging.port}/${count}`);
      }
      await change();
      await eventually(() => hanging.connections() >= HANGING);
      for (let count = 0; count < GOOD; count++) {
        await table.addEndpoint(organizationId, `http://127.0.0.1:${good.port}/${count}`);
      }
      const expected = delivered + GOOD * CHANGES;
      for (let count = 0; count < CHANGES; count++) await change();
      await eventually(() => delivered >= expected);
      return ended === 0;
    };

    // A delivery that waits for an attempt needs its time limit each time, a slow machine only sometimes.
    let rounds = 1;
    while (!(await deliverMeanwhile())) expect(++rounds).toBeLessThanOrEqual(5);
    const failures = await table.queueLengths(/Failures|Unpublished/);
    expect(failures).toEqual([0, 0, 0, 0, 0]);
  });
});

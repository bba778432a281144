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
/** The time limit of an attempt. */
const ATTEMPT_MILLISECONDS = 15_000;

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
  it('delivers to other endpoints without delay', async () => {
    let delivered = 0;
    const good = await startReceiver((_, response) => {
      delivered += 1;
      response.writeHead(204).end();
    });
    const hanging = await startRawReceiver((socket) => socket.resume());
    receivers.push(good, hanging);

    /** The milliseconds until all deliveries to the good endpoints have arrived. */
    const deliver = async (hangingEndpoints: number): Promise<number> => {
      const organizationId = randomUUID();
      for (let count = 0; count < hangingEndpoints; count++) {
        await table.addEndpoint(organizationId, `http://127.0.0.1:${hanging.port}/${count}`);
      }
      for (let count = 0; count < GOOD; count++) {
        await table.addEndpoint(organizationId, `http://127.0.0.1:${good.port}/${count}`);
      }
      const expected = delivered + GOOD * CHANGES;
      const start = performance.now();
      for (let change = 0; change < CHANGES; change++)
        await table.changePerson(organizationId, randomUUID(), 1);
      await eventually(() => delivered >= expected || undefined);
      return performance.now() - start;
    };

    const alone = await deliver(0);
    // A delivery that waited for a hanging endpoint would take the time limit of an attempt longer.
    expect(await deliver(HANGING)).toBeLessThan(Math.max(ATTEMPT_MILLISECONDS, 3 * alone));
    // Their first attempts may begin after the last delivery to a good endpoint.
    await expect.poll(() => hanging.connections()).toBeGreaterThanOrEqual(HANGING);
    const failures = await table.queueLengths(/Failures|Unpublished/);
    expect(failures).toEqual([0, 0, 0, 0, 0]);
  });
});

/**
 * Measures webhook deliveries of the local service, from change to endpoint. Prints a table, or one JSON
 * document with `--json`. With `--changes N` the bulk run makes N changes instead of 10,000.
 *
 * - latency: from a write to the first byte of its delivery, one change at a time
 * - fan-out: one change to 1,000 endpoints, until the last has it
 * - bulk: 10,000 changes to 3 endpoints, until all have arrived, and the service's memory meanwhile
 * - isolation: changes to 15 endpoints alone, and with 5 more that never answer
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { manyDeliveries, synthesizeAssembly } from '../../support/platform/assembly.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { startRawReceiver, startReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { openWebhookTable, type WebhookTable } from '../../support/webhooks/webhook-table.ts';
import { median } from '../support/median.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, changes: { type: 'string', default: '10000' } },
});
const BULK_CHANGES = Number(values.changes);
const LATENCY_SAMPLES = 30;
const FAN_OUT_ENDPOINTS = 1_000;
const ISOLATION_CHANGES = 20;

const seconds = (milliseconds: number): number => Math.round(milliseconds / 10) / 100;

/** A receiver that counts deliveries and resolves at a given count. */
const startCounter = async () => {
  let count = 0;
  const receiver = await startReceiver((_, response) => {
    count += 1;
    response.writeHead(204).end();
  });
  return {
    url: `http://127.0.0.1:${receiver.port}/`,
    stop: () => receiver.stop(),
    async reaches(number: number, onWait: () => void = () => undefined): Promise<void> {
      while (count < number) {
        onWait();
        await setTimeout(5);
      }
    },
    count: () => count,
  };
};

const change = (table: WebhookTable, organizationId: string, number: number): Promise<void> =>
  forEachConcurrently(Array.from({ length: number }), 16, () =>
    table.changePerson(organizationId, randomUUID(), 1),
  );

const measureLatency = async (table: WebhookTable) => {
  const organizationId = randomUUID();
  const counter = await startCounter();
  await table.addEndpoint(organizationId, counter.url);
  const samples: number[] = [];
  for (let sample = 0; sample <= LATENCY_SAMPLES; sample++) {
    const start = performance.now();
    await table.changePerson(organizationId, randomUUID(), 1);
    await counter.reaches(sample + 1);
    // The first sample includes cold starts.
    if (sample > 0) samples.push(performance.now() - start);
    await setTimeout(250);
  }
  await counter.stop();
  return {
    median: Math.round(median(samples)),
    min: Math.round(Math.min(...samples)),
    max: Math.round(Math.max(...samples)),
  };
};

const measureFanOut = async (table: WebhookTable) => {
  const organizationId = randomUUID();
  const counter = await startCounter();
  for (let count = 0; count < FAN_OUT_ENDPOINTS; count++) {
    await table.addEndpoint(organizationId, `${counter.url}${count}`);
  }
  const start = performance.now();
  await table.changePerson(organizationId, randomUUID(), 1);
  await counter.reaches(FAN_OUT_ENDPOINTS);
  const took = performance.now() - start;
  await counter.stop();
  return { endpoints: FAN_OUT_ENDPOINTS, seconds: seconds(took) };
};

/** Memory of the service without the engine, which grows with the stored data and would hide a leak. */
const memoryOfService = (pid: number): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};

const measureBulk = async (table: WebhookTable, pid: number) => {
  const organizationId = randomUUID();
  const counter = await startCounter();
  for (let count = 0; count < 3; count++) await table.addEndpoint(organizationId, `${counter.url}${count}`);
  const deliveries = BULK_CHANGES * 3;
  const memory: number[] = [];
  const start = performance.now();
  const writing = change(table, organizationId, BULK_CHANGES);
  let next = 0;
  await counter.reaches(deliveries, () => {
    if (counter.count() < next) return;
    memory.push(memoryOfService(pid));
    next += deliveries / 10;
  });
  const took = performance.now() - start;
  await writing;
  await counter.stop();
  return {
    changes: BULK_CHANGES,
    deliveries,
    seconds: seconds(took),
    perSecond: Math.round(deliveries / (took / 1000)),
    megabytesByTenth: memory,
  };
};

/** The time until 15 endpoints have all changes, with unresponsive ones beside them. */
const measureIsolation = async (table: WebhookTable, hanging: number): Promise<number> => {
  const organizationId = randomUUID();
  const counter = await startCounter();
  const silent = await startRawReceiver((socket) => socket.resume());
  for (let count = 0; count < hanging; count++) {
    await table.addEndpoint(organizationId, `http://127.0.0.1:${silent.port}/${count}`);
  }
  for (let count = 0; count < 15; count++) await table.addEndpoint(organizationId, `${counter.url}${count}`);
  const start = performance.now();
  await change(table, organizationId, ISOLATION_CHANGES);
  await counter.reaches(15 * ISOLATION_CHANGES);
  const took = performance.now() - start;
  await Promise.all([counter.stop(), silent.stop()]);
  return took;
};

const runner = await startRunnerProcess({
  assembly: synthesizeAssembly(manyDeliveries()),
  environment: { WEBHOOKS_ALLOW_LOOPBACK: '1', WEBHOOKS_RETRY_SCHEDULE: '600' },
});
const pid = runner.process.pid ?? 0;
try {
  const table = openWebhookTable(runner.dataDirectory);
  const latencyMilliseconds = await measureLatency(table);
  await measureIsolation(table, 0);
  const alone = await measureIsolation(table, 0);
  const beside = await measureIsolation(table, 5);
  const fanOut = await measureFanOut(table);
  const bulk = await measureBulk(table, pid);
  const isolation = {
    aloneSeconds: seconds(alone),
    withHangingSeconds: seconds(beside),
    ratio: Math.round((beside / alone) * 100) / 100,
  };
  const result = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    latencyMilliseconds,
    isolation,
    fanOut,
    bulk,
  };
  process.stdout.write(
    values.json === true
      ? `${JSON.stringify(result)}\n`
      : [
          `Webhooks on the local service, ${result.cores} cores of ${result.cpu}`,
          `  a write to its first attempt, at idle   ${latencyMilliseconds.median} ms ` +
            `(${latencyMilliseconds.min} to ${latencyMilliseconds.max})`,
          `  ${ISOLATION_CHANGES} changes to 15 endpoints                ${isolation.aloneSeconds} s`,
          `  the same beside 5 that never answer     ${isolation.withHangingSeconds} s (ratio ` +
            `${isolation.ratio})`,
          `  one change to ${fanOut.endpoints} endpoints           ${fanOut.seconds} s`,
          `  ${bulk.changes} changes to 3 endpoints          ${bulk.seconds} s (${bulk.perSecond} ` +
            'deliveries/s)',
          `  memory of the service on the way        ${bulk.megabytesByTenth.join(', ')} MB`,
          '',
        ].join('\n'),
  );
} finally {
  await runner.stop();
}
process.exit(0);

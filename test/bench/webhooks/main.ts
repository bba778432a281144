/**
 * Measures webhook deliveries of the local service, from change to endpoint. Prints a table, or one JSON
 * document with `--json`. `--only isolation,bulk` runs some parts.
 *
 * - latency: from a write to the first byte of its delivery, one change at a time
 * - isolation: changes to 15 endpoints alone, and with 5 more that never answer. Medians of `--rounds` (5)
 *   rounds of each, in turn
 * - fan-out: one change to 1,000 endpoints, until the last has it
 * - bulk: `--changes` (10,000) changes to `--endpoints` (3), until all have arrived, and the service's memory
 *   meanwhile
 * - wide: an organization with 1,000 endpoints changes `--rate` (100) records per second for `--seconds`
 *   (15). How long 20 changes to 15 endpoints of another one take meanwhile, and meanwhile if that
 *   organization has one endpoint, so that what the changes take is in both. It gets 100 deliveries per
 *   second, a tenth of what production gives it, because here they share the processor with everything else
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { StageConfig } from '../../../infra/config.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { manyDeliveries, synthesizeAssembly } from '../../support/platform/assembly.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { startRawReceiver, startReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { openWebhookTable, type WebhookTable } from '../../support/webhooks/webhook-table.ts';
import { median } from '../support/median.ts';

const PARTS = ['latency', 'isolation', 'fan-out', 'bulk', 'wide'];
const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    only: { type: 'string', default: PARTS.join() },
    rounds: { type: 'string', default: '5' },
    changes: { type: 'string', default: '10000' },
    endpoints: { type: 'string', default: '3' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '15' },
  },
});
const BULK_CHANGES = Number(values.changes);
const BULK_ENDPOINTS = Number(values.endpoints);
const LATENCY_SAMPLES = 30;
const MANY_ENDPOINTS = 1_000;
const ISOLATION_CHANGES = 20;
/** Of Linux. */
const MILLISECONDS_PER_TICK = 10;
const ISOLATED_ENDPOINTS = 15;

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

const addEndpoints = async (
  table: WebhookTable,
  organizationId: string,
  url: string,
  number: number,
): Promise<void> => {
  for (let count = 0; count < number; count++) await table.addEndpoint(organizationId, `${url}${count}`);
};

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
  await addEndpoints(table, organizationId, counter.url, MANY_ENDPOINTS);
  const start = performance.now();
  await table.changePerson(organizationId, randomUUID(), 1);
  await counter.reaches(MANY_ENDPOINTS);
  const took = performance.now() - start;
  await counter.stop();
  return { endpoints: MANY_ENDPOINTS, seconds: seconds(took) };
};

/** Memory of the service without the engine, which grows with the stored data and would hide a leak. */
const memoryOfService = (pid: number): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};

/** The processor time of the service and its engine so far, in milliseconds. */
const processorTimeOf = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const ticks = [String(pid), ...children].map((each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * MILLISECONDS_PER_TICK;
};

const measureBulk = async (table: WebhookTable, pid: number) => {
  const organizationId = randomUUID();
  const counter = await startCounter();
  await addEndpoints(table, organizationId, counter.url, BULK_ENDPOINTS);
  const deliveries = BULK_CHANGES * BULK_ENDPOINTS;
  const memory: number[] = [];
  const processorTime = processorTimeOf(pid);
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
    endpoints: BULK_ENDPOINTS,
    deliveries,
    seconds: seconds(took),
    perSecond: Math.round(deliveries / (took / 1000)),
    processorMilliseconds: Math.round(((processorTimeOf(pid) - processorTime) / deliveries) * 100) / 100,
    megabytesByTenth: memory,
  };
};

/** The time until 15 endpoints have all changes, with unresponsive ones next to them. */
const timeOfOthers = async (table: WebhookTable, hanging: number): Promise<number> => {
  const organizationId = randomUUID();
  const counter = await startCounter();
  const silent = await startRawReceiver((socket) => socket.resume());
  await addEndpoints(table, organizationId, `http://127.0.0.1:${silent.port}/`, hanging);
  await addEndpoints(table, organizationId, counter.url, ISOLATED_ENDPOINTS);
  const start = performance.now();
  await change(table, organizationId, ISOLATION_CHANGES);
  await counter.reaches(ISOLATED_ENDPOINTS * ISOLATION_CHANGES);
  const took = performance.now() - start;
  // Ends the open attempts: they would be next to the following round.
  await Promise.all([counter.stop(), silent.stop()]);
  if (hanging === 0) return took;
  while ((await table.queueLengths(/Attempts|Retries/)).some((length) => length > 0)) await setTimeout(250);
  return took;
};

const comparisonOf = (alone: readonly number[], next: readonly number[]) => ({
  aloneSeconds: seconds(median(alone)),
  nextToSeconds: seconds(median(next)),
  ratio: Math.round((median(next) / median(alone)) * 100) / 100,
});

const measureIsolation = async (table: WebhookTable) => {
  const alone: number[] = [];
  const next: number[] = [];
  // The first rounds start the threads of the functions.
  await timeOfOthers(table, 0);
  await timeOfOthers(table, 5);
  for (let round = 0; round < Number(values.rounds); round++) {
    alone.push(await timeOfOthers(table, 0));
    next.push(await timeOfOthers(table, 5));
  }
  return comparisonOf(alone, next);
};

/** What others feel of an organization with some endpoints that keeps changing records. */
const timesOfOthersBeside = async (table: WebhookTable, endpoints: number) => {
  const organizationId = randomUUID();
  const counter = await startCounter();
  await addEndpoints(table, organizationId, counter.url, endpoints);
  const times: number[] = [];
  const changes: Promise<void>[] = [];
  const start = performance.now();
  const end = start + Number(values.seconds) * 1_000;
  const changing = (async () => {
    for (let now = start; now < end; now = performance.now()) {
      const due = ((now - start) / 1_000) * Number(values.rate) - changes.length;
      for (let count = 0; count < due; count++) {
        changes.push(table.changePerson(organizationId, randomUUID(), 1));
      }
      await setTimeout(20);
    }
    await Promise.all(changes);
  })();
  while (performance.now() < end) times.push(await timeOfOthers(table, 0));
  await changing;
  const changed = (performance.now() - start) / 1_000;
  const delivered = counter.count();
  await counter.stop();
  return {
    times,
    changesPerSecond: Math.round(changes.length / changed),
    deliveriesPerSecond: Math.round(delivered / changed),
  };
};

const measureWide = async (table: WebhookTable) => {
  const alone: number[] = [];
  for (let round = -1; round < 3; round++) {
    const time = await timeOfOthers(table, 0);
    // The first round starts the threads of the functions.
    if (round >= 0) alone.push(time);
  }
  const { times: narrow } = await timesOfOthersBeside(table, 1);
  const { times: wide, ...rates } = await timesOfOthersBeside(table, MANY_ENDPOINTS);
  const { aloneSeconds: nextToOneSeconds, ...compared } = comparisonOf(narrow, wide);
  return {
    endpoints: MANY_ENDPOINTS,
    ...rates,
    aloneSeconds: seconds(median(alone)),
    nextToOneSeconds,
    ...compared,
  };
};

const only = values.only.split(',');

/** Runs some parts on a service of their own. */
const measureParts = async <R>(
  names: readonly string[],
  config: Partial<StageConfig>,
  measure: (
    table: WebhookTable,
    part: <P>(name: string, measurePart: () => Promise<P>) => Promise<P | undefined>,
    pid: number,
  ) => Promise<R>,
): Promise<R | undefined> => {
  if (!names.some((name) => only.includes(name))) return undefined;
  const runner = await startRunnerProcess({
    assembly: synthesizeAssembly(config),
    environment: { WEBHOOKS_ALLOW_LOOPBACK: '1', WEBHOOKS_RETRY_SCHEDULE: '600' },
  });
  try {
    const table = openWebhookTable(runner.dataDirectory);
    return await measure(
      table,
      async (name, measurePart) => (only.includes(name) ? measurePart() : undefined),
      runner.process.pid ?? 0,
    );
  } finally {
    await runner.stop();
  }
};

const found = await measureParts(
  ['latency', 'isolation', 'fan-out', 'bulk'],
  manyDeliveries(),
  async (table, part, pid) => ({
    latency: await part('latency', () => measureLatency(table)),
    isolation: await part('isolation', () => measureIsolation(table)),
    fanOut: await part('fan-out', () => measureFanOut(table)),
    bulk: await part('bulk', () => measureBulk(table, pid)),
  }),
);
const { latency, isolation, fanOut, bulk } = found ?? {};
const wide = await measureParts(['wide'], { ...manyDeliveries(), retryConcurrency: 2 }, measureWide);
const result = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  latencyMilliseconds: latency,
  isolation,
  fanOut,
  bulk,
  wide,
};
const others = `${ISOLATION_CHANGES} changes to ${ISOLATED_ENDPOINTS} endpoints`;
const lines = [
  `Webhooks on the local service, ${result.cores} cores of ${result.cpu}`,
  latency &&
    `  a write to its first attempt, at idle   ${latency.median} ms (${latency.min} to ${latency.max})`,
  isolation && `  ${others}                ${isolation.aloneSeconds} s`,
  isolation &&
    `  the same next to 5 that never answer    ${isolation.nextToSeconds} s (ratio ${isolation.ratio})`,
  fanOut && `  one change to ${fanOut.endpoints} endpoints           ${fanOut.seconds} s`,
  bulk &&
    `  ${bulk.changes} changes to ${bulk.endpoints} endpoints          ${bulk.seconds} s ` +
      `(${bulk.perSecond} deliveries/s)`,
  bulk && `  processor time per delivery             ${bulk.processorMilliseconds} ms`,
  bulk && `  memory of the service meanwhile         ${bulk.megabytesByTenth.join(', ')} MB`,
  wide && `  ${others} alone          ${wide.aloneSeconds} s`,
  wide && `  next to ${wide.changesPerSecond} changes/s of one endpoint       ${wide.nextToOneSeconds} s`,
  wide &&
    `  next to those of ${wide.endpoints} endpoints        ${wide.nextToSeconds} s (ratio ${wide.ratio}), ` +
      `${wide.deliveriesPerSecond} deliveries/s`,
];
process.stdout.write(
  values.json === true
    ? `${JSON.stringify(result)}\n`
    : lines.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join(''),
);
process.exit(0);

/**
 * Measures webhook deliveries of the local service, from change to endpoint. Prints a table, or one JSON
 * document with `--json`. `--only isolation,bulk` runs some parts.
 *
 * - latency: from a write to the first byte of its delivery, one change at a time
 * - isolation: changes to 15 endpoints alone, and with 5 more that never answer. Medians of `--rounds` (5)
 *   rounds of each, in turn
 * - fan-out: one change to 1,000 endpoints, until the last has it
 * - bulk: `--changes` (10,000) changes to `--endpoints` (3), until all have arrived, and the service's memory
 *   meanwhile, and the processor time per delivery: of its parts, of the receiver, and of writing the changes
 * - floor: the processor time of what each delivery needs at least, each step alone. `changes` is its caller
 * - wide: an organization with 1,000 endpoints changes `--rate` (100) records per second for `--seconds`
 *   (15). How long 20 changes to 15 endpoints of another one take meanwhile, and meanwhile if that
 *   organization has one endpoint, so that what the changes take is in both. It gets 100 deliveries per
 *   second, a tenth of what production gives it, because here they share the processor with everything else
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { StageConfig } from '../../../infra/config.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { manyDeliveries, synthesizeAssembly } from '../../support/platform/assembly.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';
import { startRawReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { openWebhookTable, type WebhookTable } from '../../support/webhooks/webhook-table.ts';
import { median } from '../support/median.ts';
import { openFloor } from './floor.ts';

const PARTS = ['latency', 'isolation', 'fan-out', 'bulk', 'floor', 'wide'];
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
  const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counted = new Int32Array(buffer);
  const count = (): number => Atomics.load(counted, 0);
  const thread = new Worker(new URL('./counter.ts', import.meta.url), { workerData: buffer });
  const [port] = await once(thread, 'message');
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      thread.postMessage('stop');
      await once(thread, 'exit');
    },
    async reaches(number: number, onWait: () => void = () => undefined): Promise<void> {
      while (count() < number) {
        onWait();
        await setTimeout(5);
      }
    },
    count,
    async processorTime(): Promise<number> {
      const { user, system } = await thread.cpuUsage();
      return (user + system) / 1_000;
    },
  };
};

type Counter = Awaited<ReturnType<typeof startCounter>>;

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

const processorTimeOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
};

/** The processor time so far, in milliseconds: of the service, and of what stands for its surroundings. */
const processorTimes = async ({ process: { pid = 0 }, dataDirectory }: RunnerProcess, counter: Counter) => {
  const engine = Number(readFileSync(join(dataDirectory, 'dynamodb.pid'), 'utf8'));
  const receiver = await counter.processorTime();
  const { user, system } = process.cpuUsage();
  return {
    engine: processorTimeOf(engine),
    runner: processorTimeOf(pid),
    receiver,
    changes: (user + system) / 1_000 - receiver,
  };
};

type ProcessorTimes = Awaited<ReturnType<typeof processorTimes>>;

const perDelivery = (before: ProcessorTimes, after: ProcessorTimes, deliveries: number): ProcessorTimes => {
  const of = (part: keyof ProcessorTimes): number =>
    Math.round(((after[part] - before[part]) / deliveries) * 100) / 100;
  return { engine: of('engine'), runner: of('runner'), receiver: of('receiver'), changes: of('changes') };
};

const measureBulk = async (table: WebhookTable, runner: RunnerProcess) => {
  const { pid = 0 } = runner.process;
  const organizationId = randomUUID();
  const counter = await startCounter();
  await addEndpoints(table, organizationId, counter.url, BULK_ENDPOINTS);
  const deliveries = BULK_CHANGES * BULK_ENDPOINTS;
  const memory: number[] = [];
  const before = await processorTimes(runner, counter);
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
  const after = await processorTimes(runner, counter);
  await counter.stop();
  return {
    changes: BULK_CHANGES,
    endpoints: BULK_ENDPOINTS,
    deliveries,
    seconds: seconds(took),
    perSecond: Math.round(deliveries / (took / 1000)),
    processorMilliseconds: perDelivery(before, after, deliveries),
    megabytesByTenth: memory,
  };
};

const FLOOR_DELIVERIES = 4_000;

const measureFloor = async (runner: RunnerProcess) => {
  const counter = await startCounter();
  const floor = await openFloor(runner.dataDirectory, counter.url);
  const timesOf = async (step: (number: number) => Promise<void>): Promise<ProcessorTimes> => {
    // First, so that V8 has optimized the code.
    await step(FLOOR_DELIVERIES);
    const before = await processorTimes(runner, counter);
    await step(FLOOR_DELIVERIES);
    return perDelivery(before, await processorTimes(runner, counter), FLOOR_DELIVERIES);
  };
  const found = {
    message: await timesOf(floor.messages),
    write: await timesOf(floor.writes),
    post: await timesOf(floor.posts),
  };
  await counter.stop();
  return found;
};

const textOf = (times: ProcessorTimes): string =>
  Object.entries(times)
    .map(([part, milliseconds]) => `${part} ${milliseconds} ms`)
    .join(', ');

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
    runner: RunnerProcess,
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
      runner,
    );
  } finally {
    await runner.stop();
  }
};

const found = await measureParts(
  ['latency', 'isolation', 'fan-out', 'bulk', 'floor'],
  manyDeliveries(),
  async (table, part, runner) => ({
    latency: await part('latency', () => measureLatency(table)),
    isolation: await part('isolation', () => measureIsolation(table)),
    fanOut: await part('fan-out', () => measureFanOut(table)),
    bulk: await part('bulk', () => measureBulk(table, runner)),
    floor: await part('floor', () => measureFloor(runner)),
  }),
);
const { latency, isolation, fanOut, bulk, floor } = found ?? {};
const wide = await measureParts(['wide'], { ...manyDeliveries(), retryConcurrency: 2 }, measureWide);
const result = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  latencyMilliseconds: latency,
  isolation,
  fanOut,
  bulk,
  floor,
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
  bulk && `  processor time per delivery             ${textOf(bulk.processorMilliseconds)}`,
  bulk && `  memory of the service meanwhile         ${bulk.megabytesByTenth.join(', ')} MB`,
  floor && `  one message of ten                      ${textOf(floor.message)}`,
  floor && `  one conditional write                   ${textOf(floor.write)}`,
  floor && `  one signed POST                         ${textOf(floor.post)}`,
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

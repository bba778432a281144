/**
 * Loads each route of the one-machine service with autocannon, through its gateway, authorizer and functions.
 * Then compares a get by ID, in turns, with serverless-offline, and with a service whose two functions make
 * only one GetItem each. Takes two to three minutes. Prints tables, or one JSON document with `--json`.
 *
 * - `--seconds N` (3): duration per route and number of connections
 * - `--connections N,N,…` (1,8,32)
 * - `--rounds N` (3): rounds of each comparison, after one to warm up
 * - `--minutes N` (0): then loads a get by ID at 8 connections and reports memory by tenths of that time
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { synthesizeWithoutLimits } from '../../support/platform/unlimited-assembly.ts';
import { memoryOf } from '../../support/processes/process-memory.ts';
import { median } from '../support/median.ts';
import { machine, table } from '../support/output.ts';
import { installPackages } from '../support/packages.ts';
import { load } from './autocannon.ts';
import { synthesizeFloor } from './floor-assembly.ts';
import { startRival } from './rival.ts';
import { GET_PERSON, type Loaded, startTarget, type Target } from './target.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '1,8,32' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '0' },
  },
});
const seconds = Number(values.seconds);
const minutes = Number(values.minutes);
const BUSY_CONNECTIONS = 8;
const RIVAL_CONNECTIONS = [8, 32];
const WARM_UP_SECONDS = 1;
const PARTS = 10;

/** Says what runs now: tables come at the end. */
const say = (text: string): void => void process.stderr.write(`${text}\n`);

interface Row {
  readonly route: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const measure = async (
  { urls, apiKey }: Loaded,
  route: string,
  connections: number,
  duration = seconds,
): Promise<Row> => {
  const { requests, latency } = await load(urls[route] ?? '', apiKey, connections, duration);
  return { route, connections, perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
};

const measureRoutes = async (target: Target): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const route of Object.keys(target.urls)) {
    say(`${route} at ${values.connections} connections`);
    await measure(target, route, BUSY_CONNECTIONS, WARM_UP_SECONDS);
    for (const connections of values.connections.split(',').map(Number)) {
      rows.push(await measure(target, route, connections));
    }
  }
  return rows;
};

/** The medians of rounds in which the services take turns, after a round to warm up. */
const compare = async (
  services: Readonly<Record<string, Loaded>>,
  connections: number,
): Promise<readonly Row[]> => {
  const rows: Record<string, Row[]> = {};
  say(`${GET_PERSON} of ${Object.keys(services).join(' and ')} in turns, at ${connections} connections`);
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const [name, service] of Object.entries(services)) {
      const row = await measure(service, GET_PERSON, connections);
      if (round < 0) continue;
      rows[name] ??= [];
      rows[name].push(row);
    }
  }
  return Object.entries(rows).map(([name, each]) => ({
    route: `${GET_PERSON}, ${name}`,
    connections,
    perSecond: median(each.map(({ perSecond }) => perSecond)),
    p50: median(each.map(({ p50 }) => p50)),
    p99: median(each.map(({ p99 }) => p99)),
  }));
};

const compareWithRival = async (built: Target): Promise<readonly Row[]> => {
  const rival = await startRival(built);
  try {
    const rows: Row[] = [];
    for (const connections of RIVAL_CONNECTIONS) {
      rows.push(...(await compare({ built, 'serverless-offline': rival }, connections)));
    }
    return rows;
  } finally {
    await rival.stop();
  }
};

const compareWithFloor = async (built: Target): Promise<readonly Row[]> => {
  const floor = await startTarget(synthesizeFloor());
  try {
    return await compare({ built, floor }, BUSY_CONNECTIONS);
  } finally {
    await floor.runner.stop();
  }
};

const measureMemory = async ({ runner, urls, apiKey }: Target): Promise<readonly number[]> => {
  const memory: number[] = [];
  for (let part = 0; minutes > 0 && part < PARTS; part++) {
    await load(urls[GET_PERSON] ?? '', apiKey, BUSY_CONNECTIONS, (minutes * 60) / PARTS);
    await setTimeout(100);
    memory.push(Math.round(memoryOf(runner.process.pid ?? 0)));
  }
  return memory;
};

const tableOf = (rows: readonly Row[]): string =>
  table(
    ['route', 'connections', 'requests/s', 'p50 ms', 'p99 ms'],
    rows.map(({ route, connections, perSecond, p50, p99 }) =>
      [route, connections, Math.round(perSecond), p50, p99].map(String),
    ),
  );

installPackages();
const target = await startTarget(synthesizeWithoutLimits());
try {
  const routes = await measureRoutes(target);
  const compared = [...(await compareWithRival(target)), ...(await compareWithFloor(target))];
  const memory = await measureMemory(target);
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ machine: machine(), routes, compared, memory })}\n`);
  } else {
    process.stdout.write(`${machine()}\n\n${tableOf(routes)}\n${tableOf(compared)}`);
    if (memory.length > 0) {
      process.stdout.write(`\nMemory in MB after each tenth of ${minutes} minutes: ${memory.join(', ')}\n`);
    }
  }
} finally {
  await target.runner.stop();
}

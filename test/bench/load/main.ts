/**
 * Loads the one-machine service through its gateway, authorizer and functions, route by route, with autocannon. Prints a table,
 * or with `--json` one JSON document.
 *
 * - `--seconds N` (10): how long each route is loaded with each number of connections
 * - `--connections N,N,…` (1,8,32)
 * - `--minutes N` (0): goes on with a get by id at 8 connections, and tells what memory did by tenths of that time
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { memoryOf } from '../../support/process-memory.ts';
import { startRunnerProcess } from '../../support/runner-process.ts';
import { synthesizeWithoutLimits } from '../../support/unlimited-assembly.ts';
import { machine, table } from '../support/output.ts';
import { installPackages } from '../support/packages.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '1,8,32' },
    minutes: { type: 'string', default: '0' },
  },
});
const seconds = Number(values.seconds);
const AUTOCANNON = join(import.meta.dirname, '..', 'node_modules', 'autocannon', 'autocannon.js');
const LONG_RUN_CONNECTIONS = 8;
const PARTS = 10;

/** What is used of autocannon's report: latencies in milliseconds. */
interface Report {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly non2xx: number;
  readonly errors: number;
}

const run = promisify(execFile);

const load = async (url: string, apiKey: string, connections: number, duration: number): Promise<Report> => {
  const options = [
    '--json',
    '-c',
    String(connections),
    '-d',
    String(duration),
    '-H',
    `X-Api-Key: ${apiKey}`,
    url,
  ];
  const { stdout } = await run(process.execPath, [AUTOCANNON, ...options], { maxBuffer: 10_000_000 });
  const report: Report = JSON.parse(stdout);
  if (report.non2xx + report.errors > 0) {
    throw new Error(`${url}: ${report.non2xx} other answers than 2xx, ${report.errors} errors.`);
  }
  return report;
};

installPackages();
const runner = await startRunnerProcess({ assembly: synthesizeWithoutLimits() });
try {
  const { apiKey } = JSON.parse(readFileSync(join(runner.dataDirectory, 'endpoints.json'), 'utf8'));
  const get = async (path: string) => {
    const response = await fetch(`${runner.apiUrl}${path}`, { headers: { 'X-Api-Key': apiKey } });
    return (await response.json()) as {
      id: string;
      items: { id: string }[];
      entries: Record<string, string>[];
    };
  };
  const [list] = (await get('/v1/call-list')).items;
  const { entries } = await get(`/v1/call-list/${list?.id}`);
  const idOf = (name: string): string => entries.find((entry) => entry[name])?.[name] ?? '';
  const routes = {
    'GET /v1/person/{id}': `/v1/person/${idOf('personId')}`,
    'GET /v1/company/{id}': `/v1/company/${idOf('companyId')}`,
    'GET /v1/call-list': '/v1/call-list',
    'GET /v1/call-list/{id}': `/v1/call-list/${list?.id}`,
    'GET /v1/call-list/{id} with people and companies': `/v1/call-list/${list?.id}?include=person,company`,
  };
  const results = [];
  for (const [route, path] of Object.entries(routes)) {
    await load(runner.apiUrl + path, apiKey, 8, 2);
    for (const connections of values.connections.split(',').map(Number)) {
      const { requests, latency } = await load(runner.apiUrl + path, apiKey, connections, seconds);
      results.push({ route, connections, perSecond: requests.average, p50: latency.p50, p99: latency.p99 });
    }
  }
  const memory: number[] = [];
  const minutes = Number(values.minutes);
  if (minutes > 0) {
    const person = runner.apiUrl + routes['GET /v1/person/{id}'];
    for (let part = 0; part < PARTS; part++) {
      await load(person, apiKey, LONG_RUN_CONNECTIONS, (minutes * 60) / PARTS);
      await setTimeout(100);
      memory.push(Math.round(memoryOf(runner.process.pid ?? 0)));
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ machine: machine(), results, memory })}\n`);
  else {
    process.stdout.write(`${machine()}\n\n`);
    process.stdout.write(
      table(
        ['route', 'connections', 'requests/s', 'p50 ms', 'p99 ms'],
        results.map(({ route, connections, perSecond, p50, p99 }) =>
          [route, connections, Math.round(perSecond), p50, p99].map(String),
        ),
      ),
    );
    if (memory.length > 0) {
      process.stdout.write(`\nMemory in MB after each tenth of ${minutes} minutes: ${memory.join(', ')}\n`);
    }
  }
} finally {
  await runner.stop();
}

/**
 * Measures the event feed. Prints tables, or one JSON document with `--json`.
 *
 * - what appends in one second cost in write units, by the number of events in each
 * - an empty poll and pages, each against a floor that makes the same DynamoDB requests with a bare client,
 *   and decompresses the responses
 * - the time to append events, and to read them all at `limit=1000`
 * - with `--latency N` (default 30): the time from a write to its event and its lookup, at an otherwise idle
 *   local service
 *
 * `--events N,N,…` (10000,1000000) sets the sizes; `--rounds N` (9) and `--invocations N` (200): see the
 * functions benchmark.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createListEvents } from '../../../functions/events/list-events/handler.ts';
import { feedCursor } from '../../../functions/http/event-cursor.ts';
import { appendToFeed, type FeedRecord } from '../../../shared/events/feed/append-to-feed.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { itemBytes } from '../../../shared/table/items/item-size.ts';
import { createTable, createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { WriteOperation } from '../../../shared/table/writer.ts';
import { openService } from '../../faults/support/service-access.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { createOrganization } from '../../support/organizations/organization.ts';
import { synthesizeWithoutLimits } from '../../support/platform/unlimited-assembly.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { buildFunctions } from '../functions/built-functions.ts';
import { readUnitsOf } from '../functions/capacity.ts';
import { type Fixtures, prepareFixtures } from '../functions/fixtures.ts';
import { measure } from '../functions/measure.ts';
import { COLUMNS, row } from '../functions/report.ts';
import { bundleFloor } from '../functions/rivals.ts';
import type { Variant } from '../functions/take-sample.ts';
import { callsOf } from '../functions/variants.ts';
import { stopStream } from '../growth/fill.ts';
import { median } from '../support/median.ts';
import { machine, table } from '../support/output.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    events: { type: 'string', default: '10000,1000000' },
    latency: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '9' },
    invocations: { type: 'string', default: '200' },
  },
});
const sizes = values.events.split(',').map(Number);
const RETENTION_DAYS = 90;
const BATCH = 100;
const { people } = sampleData('Feed');
const [person] = people;
if (person === undefined) throw new Error('There is no sample person.');

const counted = (count: number): string => count.toLocaleString('en');
const secondsSince = (start: number): number => (performance.now() - start) / 1000;
const isOk = (answer: string): boolean => JSON.parse(answer).statusCode === 200;

/** The creations of people, all in one second. */
const recordsOf = (organizationId: string, count: number): readonly FeedRecord[] => {
  const timestamp = new Date().toISOString();
  return Array.from({ length: count }, () => {
    const [id, type] = [randomUUID(), 'person.created'];
    const data = { ...person, id: randomUUID(), lastName: id.slice(0, 8) };
    const event = { id, type, organizationId, timestamp, sequence: 1, isSilent: false, data, previous: {} };
    return {
      organizationId,
      id: [id],
      second: timestamp.slice(0, 19),
      events: [{ type, json: JSON.stringify(event) }],
    };
  });
};

const bytesOf = (value: unknown): number => (value instanceof Uint8Array ? value.length : 0);

/** What a write of a transaction costs: two units per started KB of the item. The head is small. */
const writeUnits = (operation: WriteOperation): number => {
  const item = 'put' in operation ? Object.entries(operation.put.Item ?? {}) : [];
  const binary = item.reduce((sum, [, value]) => sum + bytesOf(value), 0);
  const others = itemBytes(Object.fromEntries(item.filter(([, value]) => bytesOf(value) === 0)));
  return 2 * Math.max(1, Math.ceil((others + binary) / 1024));
};

/** The write units of each of ten appends of changes of one second, besides that of the claim. */
const writeUnitsOf = async (fixtures: Fixtures, events: number): Promise<readonly number[]> => {
  const organizationId = randomUUID();
  const store = createTable(fixtures.client, fixtures.tableName);
  const units: number[] = [];
  const counting: Table = {
    ...store,
    writer: {
      ...store.writer,
      transact(operations) {
        const writes = typeof operations === 'function' ? operations(new Date()) : operations;
        units.push(writes.reduce((sum, each) => sum + writeUnits(each), 0));
        return store.writer.transact(writes);
      },
    },
  };
  const second = new Date().toISOString().slice(0, 19);
  for (let round = 0; round < 10; round++) {
    const records = recordsOf(organizationId, events).map((record) => ({ ...record, second }));
    await appendToFeed(counting, records, RETENTION_DAYS);
  }
  return units;
};

const append = async (fixtures: Fixtures, count: number): Promise<number> => {
  const store = createTable(fixtures.client, fixtures.tableName);
  const start = performance.now();
  for (let done = 0; done < count; done += BATCH) {
    await appendToFeed(store, recordsOf(fixtures.organizationId, BATCH), RETENTION_DAYS);
  }
  return secondsSince(start);
};

/** Reads the whole feed in this process. */
const readToEnd = async ({ client, tableName, organizationId }: Fixtures) => {
  const list = createListEvents({ reader: createTableReader(client, tableName) });
  const principal = {
    organizationId,
    keyId: 'key',
    permissions: new Set(['person:read', 'event:read'] as const),
  };
  const start = performance.now();
  let cursor: string | undefined;
  for (let requests = 1, events = 0; ; requests++) {
    const query = { limit: 1_000, cursor, from: undefined, since: undefined, types: new Set<string>() };
    const { body } = await list({ principal, id: '', query, body: undefined, from: '', urlWith: () => '' });
    const page = JSON.parse(body.text);
    events += page.items.length;
    cursor = page.nextCursor;
    if (!page.hasMore) return { events, requests, seconds: secondsSince(start) };
  }
};

const measureRequests = async (fixtures: Fixtures) => {
  const { organizationId, folder, engineUrl } = fixtures;
  const chunks = 1_000 / BATCH;
  const queries = {
    'empty poll': { cursor: feedCursor(organizationId, { chunk: chunks + 1, index: 0, epoch: 0 }) },
    'page of 100': { cursor: feedCursor(organizationId, { chunk: 1, index: 0, epoch: 0 }) },
    'page of 1,000': { cursor: feedCursor(organizationId, { chunk: 1, index: 0, epoch: 0 }), limit: '1000' },
  };
  await append(fixtures, 1_000);
  const built = buildFunctions().builtFunction('SalesApi/ListEvents');
  const floor = await bundleFloor(folder);
  const variants: Variant[] = [];
  const units = new Map<string, number>();
  for (const [name, query] of Object.entries(queries)) {
    const event = proxyEvent({ organizationId, resource: ROUTES.listEvents.path, query });
    const environment = { ...built.environment, ...fixtures.environment };
    const floorName = `floor of ${name}`;
    const variant: Variant = { ...built, name, event, environment, isRight: isOk, floor: floorName };
    const calls = await callsOf(variant, fixtures);
    units.set(name, await readUnitsOf(calls, engineUrl));
    const floorEnvironment = {
      ...fixtures.environment,
      FLOOR_CALLS: JSON.stringify(calls),
      FLOOR_BODY: 'decompressed',
    };
    variants.push(
      { ...floor, name: floorName, event, environment: floorEnvironment, isRight: isOk, floor: floorName },
      variant,
    );
  }
  const options = { rounds: Number(values.rounds), invocations: Number(values.invocations) };
  return { results: await measure(variants, options), units };
};

interface Latencies {
  readonly events: readonly number[];
  readonly lookUps: readonly number[];
}

/**
 * Milliseconds from the start of a write until a request shows its event, and its lookup, at a local
 * service.
 */
const measureLatency = async (writes: number): Promise<Latencies> => {
  const runner = await startRunnerProcess({ assembly: synthesizeWithoutLimits() });
  const service = await openService(runner.dataDirectory);
  const found = async (path: string): Promise<number> => {
    for (;;) {
      if (JSON.parse((await service.get(path)).text).items.length > 0) return performance.now();
      await setTimeout(10);
    }
  };
  try {
    const organization = createOrganization(service.table, service.organizationId);
    const events: number[] = [];
    const lookUps: number[] = [];
    for (let write = 0; write < writes; write++) {
      const { nextCursor } = JSON.parse((await service.get('/v1/event?from=latest')).text);
      const address = `${randomUUID()}@nowhere.example`;
      const start = performance.now();
      await organization.importRecords({ people: [{ ...person, emails: [{ address, type: 'work' }] }] });
      const [event, lookUp] = await Promise.all([
        found(`/v1/event?cursor=${nextCursor}`),
        found(`/v1/person?email=${address}`),
      ]);
      events.push(event - start);
      lookUps.push(lookUp - start);
      await setTimeout(500);
    }
    return { events, lookUps };
  } finally {
    service.close();
    await runner.stop();
  }
};

const stores: Fixtures[] = [];
const open = async (): Promise<Fixtures> => {
  const fixtures = await prepareFixtures();
  stores.push(fixtures);
  await stopStream(fixtures);
  return fixtures;
};
try {
  const fixtures = await open();
  const unitsOfAppends = new Map<number, readonly number[]>();
  for (const events of [1, 10, BATCH]) unitsOfAppends.set(events, await writeUnitsOf(fixtures, events));
  const { results, units } = await measureRequests(fixtures);
  const reads = [];
  for (const size of sizes) {
    const store = await open();
    process.stderr.write(`Appending ${counted(size)} events …\n`);
    const appended = await append(store, size);
    reads.push({ ...(await readToEnd(store)), appended });
  }
  const latency = Number(values.latency) > 0 ? await measureLatency(Number(values.latency)) : undefined;
  if (values.json) {
    const costs = { writeUnits: Object.fromEntries(unitsOfAppends), readUnits: Object.fromEntries(units) };
    process.stdout.write(`${JSON.stringify({ machine: machine(), ...costs, results, reads, latency })}\n`);
  } else {
    process.stdout.write(`${machine()}\n× is the ratio to the floor.\n\n`);
    process.stdout.write(
      [
        table(
          ['request', ...COLUMNS, 'read units'],
          results.map((result) => [...row(result), String(units.get(result.name) ?? '')]),
        ),
        table(
          ['events per append', 'write units of ten appends', 'write units per event'],
          [...unitsOfAppends].map(([events, each]) => [
            counted(events),
            each.join(' '),
            (each.reduce((sum, units) => sum + units, 0) / each.length / events).toFixed(2),
          ]),
        ),
        table(
          ['events', 'appended in s', 'read in s', 'requests', 'read per second'],
          reads.map(({ events, appended, seconds, requests }) => [
            counted(events),
            appended.toFixed(1),
            seconds.toFixed(1),
            counted(requests),
            counted(Math.round(events / seconds)),
          ]),
        ),
        latency === undefined
          ? ''
          : `From a write, p50 of ${latency.events.length}: its event after ` +
            `${Math.round(median(latency.events))} ms, its lookup after ` +
            `${Math.round(median(latency.lookUps))} ms.\n`,
      ].join('\n'),
    );
  }
} finally {
  for (const store of stores) await store.stop();
}

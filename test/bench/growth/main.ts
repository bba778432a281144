/**
 * Prints the read units of every operation that reads, with every value of every filter, among 1,000 and
 * 100,000 people, entries and calls, and their ratios. Stores them in memory, where read units are counted as
 * DynamoDB and the engine do. Prints a table, or one JSON document with `--json`.
 *
 * - `--people N,N`: other sizes
 * - `--limit N` (10): records per page
 * - `--kinds call,person`: stores and reads only these kinds
 * - `--engine`: on the local engine, and prints the median milliseconds of each request, too
 * - `--above N` (0): only requests whose ratio is greater
 * - `--only TEXT`: only requests whose name contains it
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { KIND_NAMES } from '../../../shared/kinds/names.ts';
import { startTestEngine } from '../../support/engine/engine.ts';
import { createMeteredTable, type MeteredTable, meteredEngine } from '../../support/engine/metered-table.ts';
import { storeOrganization } from '../../support/records/growth/organization.ts';
import { measureRequests } from '../../support/records/growth/requests.ts';
import { machine, table } from '../support/output.ts';
import { createBulkWriter } from './bulk-writer.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    engine: { type: 'boolean', default: false },
    people: { type: 'string', default: '1000,100000' },
    limit: { type: 'string', default: '10' },
    above: { type: 'string', default: '0' },
    kinds: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const sizes = values.people.split(',').map(Number);

const named = values.kinds?.split(',');
const kinds = named === undefined ? KIND_NAMES : KIND_NAMES.filter((kind) => named.includes(kind));

/** How often the local engine answers each request. */
const ROUNDS = 9;

// Functions log each request.
console.info = () => undefined;

interface Measured {
  readonly units: number;
  readonly milliseconds?: number;
}

/** Stores an organization on an engine of its own. */
const measureOnEngine = async (measureIn: (table: MeteredTable) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'));
  const databaseFile = join(folder, 'dynamodb.db');
  const { client, tableName, stop } = await startTestEngine({ databaseFile });
  const writer = createBulkWriter(databaseFile, tableName);
  try {
    await measureIn({ ...meteredEngine(client, tableName), put: writer.put });
  } finally {
    writer.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (size: number): Promise<ReadonlyMap<string, Measured>> => {
  const found = new Map<string, Measured>();
  const measureIn = async (stored: MeteredTable): Promise<void> => {
    const start = performance.now();
    await storeOrganization(stored, size, kinds);
    const seconds = Math.round((performance.now() - start) / 1000);
    process.stderr.write(`Stored ${kinds.join(', ')} × ${size.toLocaleString('en')} in ${seconds} s.\n`);
    const options = { pageSize: Number(values.limit), kinds, rounds: values.engine ? ROUNDS : 0 };
    const { measured } = await measureRequests(stored, size, options);
    for (const { name, ...cost } of measured) found.set(name, cost);
  };
  await (values.engine ? measureOnEngine(measureIn) : measureIn(createMeteredTable()));
  return found;
};

const measured: ReadonlyMap<string, Measured>[] = [];
for (const size of sizes) measured.push(await measure(size));
const [few, many] = [measured[0], measured.at(-1)];
const rows = [...(many?.keys() ?? [])]
  .map((name) => ({
    name,
    units: measured.map((of) => of.get(name)?.units),
    ...(values.engine && { milliseconds: measured.map((of) => of.get(name)?.milliseconds) }),
    ratio: (many?.get(name)?.units ?? 0) / (few?.get(name)?.units || 1),
  }))
  .filter(({ name, ratio }) => ratio > Number(values.above) && name.includes(values.only));
if (values.json) process.stdout.write(`${JSON.stringify({ machine: machine(), sizes, rows })}\n`);
else {
  const columns = sizes.map((size) => size.toLocaleString('en'));
  process.stdout.write(
    `${machine()}, in read units\n\n${table(
      ['request', ...columns, '×', ...(values.engine ? columns.map((size) => `ms, ${size}`) : [])],
      rows.map(({ name, units, ratio, milliseconds = [] }) => [
        `\`${name}\``,
        ...units.map((each) => each?.toLocaleString('en') ?? '–'),
        ratio.toFixed(2),
        ...milliseconds.map((each) => each?.toPrecision(2) ?? '–'),
      ]),
    )}`,
  );
}

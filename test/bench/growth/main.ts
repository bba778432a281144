/**
 * Prints the read units of every operation that reads, with every value of every filter, among 1,000 and
 * 100,000 people, and their ratios. Stores them in memory, where read units are counted as DynamoDB and the
 * engine do. Prints a table, or one JSON document with `--json`.
 *
 * - `--people N,N`: other sizes
 * - `--limit N` (10): records per page
 * - `--engine`: on the local engine, which takes about a minute per 1,000 people
 * - `--above N` (0): only requests whose ratio is greater
 */
import { parseArgs } from 'node:util';
import { startTestEngine } from '../../support/engine/engine.ts';
import { createMeteredTable, meteredEngine } from '../../support/engine/metered-table.ts';
import { storeOrganization } from '../../support/records/growth/organization.ts';
import { measureRequests } from '../../support/records/growth/requests.ts';
import { table } from '../support/output.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    engine: { type: 'boolean', default: false },
    people: { type: 'string', default: '1000,100000' },
    limit: { type: 'string', default: '10' },
    above: { type: 'string', default: '0' },
  },
});
const sizes = values.people.split(',').map(Number);

// Functions log each request.
console.info = () => undefined;

const measure = async (size: number): Promise<ReadonlyMap<string, number>> => {
  process.stderr.write(`Storing ${size.toLocaleString('en')} people …\n`);
  const engine = values.engine ? await startTestEngine() : undefined;
  try {
    const stored =
      engine === undefined ? createMeteredTable() : meteredEngine(engine.client, engine.tableName);
    await storeOrganization(stored, size);
    const { measured } = await measureRequests(stored, size, Number(values.limit));
    return new Map(measured.map(({ name, units }) => [name, units]));
  } finally {
    await engine?.stop();
  }
};

const units: ReadonlyMap<string, number>[] = [];
for (const size of sizes) units.push(await measure(size));
const [few, many] = [units[0], units.at(-1)];
const rows = [...(many?.keys() ?? [])]
  .map((name) => ({
    name,
    units: units.map((of) => of.get(name)),
    ratio: (many?.get(name) ?? 0) / (few?.get(name) || 1),
  }))
  .filter(({ ratio }) => ratio > Number(values.above));
if (values.json) process.stdout.write(`${JSON.stringify({ sizes, rows })}\n`);
else {
  process.stdout.write(
    table(
      ['request', ...sizes.map((size) => size.toLocaleString('en')), '×'],
      rows.map(({ name, units: of, ratio }) => [
        `\`${name}\``,
        ...of.map((each) => each?.toLocaleString('en') ?? '–'),
        ratio.toFixed(2),
      ]),
    ),
  );
}

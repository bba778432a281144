/**
 * Measures how far the filters of the local service are behind: from a write to the lookup by which a filter
 * finds it, one after the other, when idle and during an import. Prints a table, or one JSON document with
 * `--json`.
 *
 * - `--people N` (100000): the people that the import stores
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { lookupsOf } from '../../../shared/records/lookups/lookup-changes.ts';
import { callListEntryToItem } from '../../../shared/records/store/call-list-entry-items.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import type { TableKey } from '../../../shared/table/items/keys.ts';
import type { ChangedResource } from '../../../shared/table/items/resource-key.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { synthesizeAssembly } from '../../support/platform/assembly.ts';
import { ROOT, runProgram } from '../../support/service/command.ts';
import { openRunnerDocuments } from '../../support/service/runner-documents.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { STORED_ENTRY, STORED_PERSON } from '../growth/fill.ts';
import { machine, table } from '../support/output.ts';
import { peopleCsv } from '../support/people-csv.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, people: { type: 'string', default: '100000' } },
});
const people = Number(values.people);

const IDLE_SAMPLES = 50;
const PAUSE = 100;
const POLL = 5;

const runner = await startRunnerProcess({ assembly: synthesizeAssembly() });
const folder = mkdtempSync(join(tmpdir(), 'bench-filter-lag-'));
const { client, tableName } = openRunnerDocuments(runner.dataDirectory);
const reader = createTableReader(client, tableName);

/** Writes an item. Returns the milliseconds until all of its lookups of a kind are there. */
const lagOf = async (resource: ChangedResource, item: Item, kind: string): Promise<number> => {
  const keys: readonly TableKey[] = lookupsOf(resource, item)
    .map(({ key }) => key)
    .filter(({ pk }) => pk.includes(kind));
  if (keys.length === 0) throw new Error(`There is no lookup ${kind}.`);
  const start = performance.now();
  await client.send(new PutCommand({ TableName: tableName, Item: { ...item, version: 1 } }));
  for (;;) {
    const found = await reader.getMany(keys);
    if (found.every((each) => each !== undefined)) return performance.now() - start;
    await setTimeout(POLL);
  }
};

const FILTERS = {
  'person by tag': (organizationId: string) => {
    const id = randomUUID();
    const item = personToItem(organizationId, { ...STORED_PERSON, id, tags: [id] });
    return lagOf({ kind: 'person', organizationId, id }, item, 'PERSON_TAG');
  },
  'person by name': (organizationId: string) => {
    const id = randomUUID();
    const item = personToItem(organizationId, { ...STORED_PERSON, id, lastName: id });
    return lagOf({ kind: 'person', organizationId, id }, item, 'PERSON_NAME');
  },
  'entry by status': (organizationId: string) => {
    const [id, callListId] = [randomUUID(), randomUUID()];
    const item = callListEntryToItem(organizationId, {
      ...STORED_ENTRY,
      id,
      callListId,
      status: 'callback',
    });
    return lagOf({ kind: 'call_list_entry', organizationId, id, callListId }, item, 'ENTRY_STATUS');
  },
} as const;

/** Milliseconds of each filter, in turns, while it is to go on. */
const sample = async (
  goesOn: (count: number) => boolean,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const organizationId = randomUUID();
  const samples = new Map<string, number[]>(Object.keys(FILTERS).map((name) => [name, []]));
  for (let count = 0; goesOn(count); count++) {
    for (const [name, lag] of Object.entries(FILTERS)) {
      samples.get(name)?.push(await lag(organizationId));
      await setTimeout(PAUSE);
    }
  }
  return samples;
};

const runImport = async (): Promise<number> => {
  const organizationId = randomUUID();
  await registerOrganization({ client, tableName }, organizationId);
  const file = join(folder, 'people.csv');
  writeFileSync(file, peopleCsv(people));
  const start = performance.now();
  const script = join(ROOT, 'infra/cli/imports/main.ts');
  const options = ['--organization', organizationId, '--people', file, '--json', '--silent'];
  const { exitCode, stderr } = await runProgram(process.execPath, [script, ...options], {
    DATA_DIR: runner.dataDirectory,
  });
  if (exitCode !== 0) throw new Error(stderr);
  return (performance.now() - start) / 1000;
};

const percentile = (numbers: readonly number[], part: number): number =>
  Math.round(
    numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * part) - 1] ?? Number.NaN,
  );

try {
  // The first writes start the functions.
  await sample((count) => count < 3);
  const idle = await sample((count) => count < IDLE_SAMPLES);
  let seconds: number | undefined;
  const importing = runImport().then((took) => {
    seconds = took;
  });
  const busy = await sample(() => seconds === undefined);
  await importing;
  const results = [...Object.entries({ idle, 'during the import': busy })].flatMap(([when, samples]) =>
    [...samples].map(([filter, lags]) => ({
      filter,
      when,
      samples: lags.length,
      p50: percentile(lags, 0.5),
      p99: percentile(lags, 0.99),
      longest: percentile(lags, 1),
    })),
  );
  const head = `${machine()}, import of ${people.toLocaleString('en')} people: ${seconds?.toFixed(0)} s`;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ machine: machine(), importSeconds: seconds, results })}\n`
      : `${head}\n\n${table(
          ['milliseconds', 'when', 'samples', 'p50', 'p99', 'longest'],
          results.map(({ filter, when, ...numbers }) => [
            filter,
            when,
            ...Object.values(numbers).map((number) => String(number)),
          ]),
        )}`,
  );
} finally {
  await runner.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

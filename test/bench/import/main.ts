/**
 * Measures an import of new people into the local service, and its repetition, against writing the same
 * items directly to the same engine by BatchWriteItem and by transactions of 50. Prints a table, or one JSON
 * document with `--json`.
 *
 * - `--people N` (100000)
 * - `--rounds N` (3): each runs all variants in alternation, each for a new organization
 *
 * All imports but one are silent, and so are the directly written items: their events are appended to the
 * feed meanwhile, and are not put on the bus.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../shared/table/reader.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { synthesizeAssembly } from '../../support/platform/assembly.ts';
import { ROOT, runProgram } from '../../support/service/command.ts';
import { openRunnerDocuments } from '../../support/service/runner-documents.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { median } from '../support/median.ts';
import { machine, table } from '../support/output.ts';
import { peopleCsv } from '../support/people-csv.ts';
import { putInBatches, putInTransactions } from '../support/put-items.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const people = Number(values.people);

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

/** Makes a process write its peak memory, in KB, on exit. */
const TELL_MEMORY =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\n"+process.resourceUsage().maxRSS))';

interface Sample {
  readonly seconds: number;
  readonly megabytes?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
const file = join(folder, 'people.csv');
writeFileSync(file, peopleCsv(people));
const runner = await startRunnerProcess({ assembly: synthesizeAssembly() });
const DATA_DIR = runner.dataDirectory;
const { client, tableName } = openRunnerDocuments(DATA_DIR);

const runImport = async (organizationId: string, ...flags: readonly string[]): Promise<Sample> => {
  await registerOrganization({ client, tableName }, organizationId);
  const script = join(ROOT, 'infra/cli/imports/main.ts');
  const args = ['--organization', organizationId, '--people', file, '--json', ...flags];
  let megabytes = 0;
  const seconds = await secondsOf(async () => {
    const result = await runProgram(process.execPath, ['--import', TELL_MEMORY, script, ...args], {
      DATA_DIR,
    });
    if (result.exitCode !== 0) throw new Error(result.stderr);
    megabytes = Number(result.stderr.slice(result.stderr.lastIndexOf('\n'))) / 1024;
  });
  return { seconds, megabytes };
};

const itemsOf = async (organizationId: string): Promise<readonly Item[]> => {
  const items: Item[] = [];
  const input = {
    TableName: tableName,
    FilterExpression: 'begins_with(pk, :people)',
    ExpressionAttributeValues: { ':people': `ORG#${organizationId}#PERSON#` },
  };
  for await (const page of paginateScan({ client }, input)) items.push(...(page.Items ?? []));
  if (items.length !== people) throw new Error(`There are ${items.length} people.`);
  return items;
};

const samples = new Map<string, Sample[]>();
const note = (name: string, sample: Sample): void => {
  process.stderr.write(`${name}: ${sample.seconds.toFixed(1)} s\n`);
  samples.set(name, [...(samples.get(name) ?? []), sample]);
};

try {
  for (let round = 0; round < Number(values.rounds); round++) {
    const organizationId = randomUUID();
    note('import, new', await runImport(organizationId, '--silent'));
    note('import, unchanged', await runImport(organizationId, '--silent'));
    const items = await itemsOf(organizationId);
    for (const [name, put] of [
      ['bare BatchWriteItem', putInBatches],
      ['bare transactions of 50', putInTransactions],
    ] as const) {
      const copyId = randomUUID();
      const copies = items.map((item) => ({
        ...item,
        pk: String(item['pk']).replace(organizationId, copyId),
      }));
      note(name, {
        seconds: await secondsOf(() => put(client, tableName, copies.length, (index) => copies[index] ?? {})),
      });
    }
  }
  note('import, new, with events', await runImport(randomUUID()));
} finally {
  client.destroy();
  await runner.stop();
  rmSync(folder, { recursive: true, force: true });
}

const results = [...samples].map(([name, all]) => ({
  name,
  seconds: median(all.map(({ seconds }) => seconds)),
  peakMegabytes: median(all.flatMap(({ megabytes }) => megabytes ?? [])),
}));
const secondsTaken = (name: string): number =>
  results.find((result) => result.name === name)?.seconds ?? Number.NaN;
if (values.json) process.stdout.write(`${JSON.stringify({ machine: machine(), people, results })}\n`);
else {
  const rows = results.map(({ name, seconds, peakMegabytes }) => [
    name,
    seconds.toFixed(1),
    (seconds / secondsTaken('bare BatchWriteItem')).toFixed(2),
    (seconds / secondsTaken('bare transactions of 50')).toFixed(2),
    Number.isNaN(peakMegabytes) ? '' : peakMegabytes.toFixed(0),
  ]);
  const medians = table(['medians', 's', '× BatchWriteItem', '× transactions', 'peak RSS MB'], rows);
  process.stdout.write(
    `${people.toLocaleString('en')} people, ${values.rounds} rounds, ${machine()}\n\n${medians}`,
  );
}
process.exit(0);

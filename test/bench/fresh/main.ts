/**
 * Measures how fresh imports by key are on the local service: from the request with one row until its
 * response, the feed, a webhook and a lookup have it, deletions included, beside ten organizations that
 * import a row each second; and how long reads take beside the import of a file. Prints a table, or JSON
 * with `--json`.
 *
 * - `--rows N` (60): the rows that are measured, one after the other
 * - `--people N` (20000): the people of the file
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createSalesDataClient } from '../../../clients/typescript/src/index.ts';
import { countedMarks } from '../../../shared/records/lookups/counters.ts';
import { createTableWriter } from '../../../shared/table/sdk/document-client-writer.ts';
import { registerOrganization } from '../../support/organizations/organization.ts';
import { synthesizeAssembly } from '../../support/platform/assembly.ts';
import { ROOT, runProgram } from '../../support/service/command.ts';
import { openRunnerDocuments } from '../../support/service/runner-documents.ts';
import { startRunnerProcess } from '../../support/service/runner-process.ts';
import { startReceiver } from '../../support/webhooks/webhook-receiver.ts';
import { machine, table } from '../support/output.ts';
import { peopleCsv } from '../support/people-csv.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rows: { type: 'string', default: '60' },
    people: { type: 'string', default: '20000' },
  },
});
const OTHERS = 10;
const POLL = 10;
const READS = 200;

const runner = await startRunnerProcess({
  assembly: synthesizeAssembly(),
  environment: { WEBHOOKS_ALLOW_LOOPBACK: '1' },
});
const { client: documents, tableName } = openRunnerDocuments(runner.dataDirectory);

/** The client of a new organization. */
const createClient = async () => {
  const organizationId = crypto.randomUUID();
  await registerOrganization({ client: documents, tableName }, organizationId);
  await createTableWriter(documents, tableName).transact(
    countedMarks(organizationId, new Date().toISOString()),
  );
  const options = ['create', '--organization', organizationId, '--name', 'Bench', '--json'];
  const permissions = 'import:create,event:read,person:list,webhook:manage';
  const { exitCode, stdout, stderr } = await runProgram(
    process.execPath,
    [
      join(ROOT, 'infra/cli/keys/main.ts'),
      ...options,
      ...['--permissions', permissions, '--plan', 'high-volume'],
    ],
    { DATA_DIR: runner.dataDirectory },
  );
  if (exitCode !== 0) throw new Error(stderr);
  return createSalesDataClient({ baseUrl: runner.apiUrl, apiKey: JSON.parse(stdout).key });
};

type Client = Awaited<ReturnType<typeof createClient>>;

const row = (id: string, title: string) => ({ id, firstName: 'Ann', title });

const importRow = (client: Client, person: Record<string, unknown>) =>
  client.createImport({ source: 'bench', rows: { people: [person] } });

const percentile = (numbers: readonly number[], part: number): number =>
  Math.round(numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * part) - 1] ?? Number.NaN);

const samples = new Map<string, number[]>();
const note = (what: string, milliseconds: number) =>
  samples.set(what, [...(samples.get(what) ?? []), milliseconds]);

/** Waits until a check of the service is true, and notes how long after the start that was. */
const noteOnce = async (what: string, start: number, check: () => Promise<boolean> | boolean) => {
  while (!(await check())) await setTimeout(POLL);
  note(what, performance.now() - start);
};

/** The milliseconds of reads, one after the other, and of those of the engine alone. */
const timeReads = async (client: Client, what: string, goesOn: (count: number) => boolean) => {
  const ofTable = new GetCommand({ TableName: tableName, Key: { pk: 'BENCH', sk: 'BENCH' } });
  for (let count = 0; goesOn(count); count += 1) {
    const start = performance.now();
    for await (const _ of client.people({ externalId: 'bench:P-0' })) break;
    const end = performance.now();
    note(what, end - start);
    await documents.send(ofTable);
    note(`${what}: the engine alone`, performance.now() - end);
  }
};

const received = new Map<string, number>();
const receiver = await startReceiver(({ incoming }, response) => {
  response.writeHead(204).end();
  received.set(String(incoming.headers['webhook-id']), performance.now());
});

try {
  const client = await createClient();
  await client.createWebhookEndpoint({
    url: `http://127.0.0.1:${receiver.port}/`,
    eventTypes: ['person.*'],
  });
  const people = Array.from({ length: 400 }, (_, index) => row(`P-${index}`, 'first'));
  await client.runImport({ source: 'bench', rows: { people } });
  const others = await Promise.all(Array.from({ length: OTHERS }, createClient));
  for (const each of others) await importRow(each, row('P-1', 'first'));
  let cursor = '';
  for await (const page of client.changes({ from: 'latest', follow: false })) cursor = page.cursor;

  const stop = new AbortController();
  const load = others.map(async (each) => {
    for (let number = 0; !stop.signal.aborted; number += 1) {
      await importRow(each, row('P-1', String(number)));
      await setTimeout(1_000);
    }
  });
  const measure = async (number: number): Promise<void> => {
    const isDeletion = number % 4 === 3;
    const id = `P-${number}`;
    const what = isDeletion ? 'deletion' : 'row';
    const title = `title ${number}`;
    const start = performance.now();
    let eventId = '';
    await Promise.all([
      importRow(client, isDeletion ? { id, deleted: true } : row(id, title)).then(({ state }) => {
        if (state !== 'completed') throw new Error(`The import is ${state}.`);
        note(`${what}: response`, performance.now() - start);
      }),
      noteOnce(`${what}: feed`, start, async () => {
        for await (const page of client.changes({ cursor, follow: false })) {
          ({ cursor } = page);
          eventId ||= page.events.find(({ type }) => type.startsWith('person.'))?.id ?? '';
        }
        return eventId !== '';
      }),
      noteOnce(`${what}: lookup`, start, async () => {
        for await (const person of client.people({ externalId: `bench:${id}` }))
          return person.title === title;
        return isDeletion;
      }),
    ]);
    while (!received.has(eventId)) await setTimeout(POLL);
    note(`${what}: webhook`, (received.get(eventId) ?? 0) - start);
  };
  const rows = Number(values.rows);
  // The first ones start the functions.
  for (let number = 0; number < 8; number += 1) await measure(300 + number);
  samples.clear();
  for (let number = 0; number < rows; number += 1) await measure(number);
  stop.abort();
  await Promise.all(load);

  const [reader = client, importer = client] = others;
  await timeReads(reader, 'read, idle', (count) => count < READS);
  let isImporting = true;
  const importing = importer
    .runImport({ source: 'bench', files: { people: peopleCsv(Number(values.people)) } })
    .finally(() => {
      isImporting = false;
    });
  await timeReads(reader, 'read, beside an import', (count) => isImporting && count < 10 * READS);
  await importing;

  const results = [...samples].map(([what, numbers]) => ({
    what,
    samples: numbers.length,
    p50: percentile(numbers, 0.5),
    p99: percentile(numbers, 0.99),
    longest: percentile(numbers, 1),
  }));
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ machine: machine(), results })}\n`
      : `${machine()}, beside ${OTHERS} organizations\n\n${table(
          ['milliseconds', 'samples', 'p50', 'p99', 'longest'],
          results.map(({ what, ...numbers }) => [what, ...Object.values(numbers).map(String)]),
        )}`,
  );
} finally {
  await receiver.stop();
  await runner.stop();
  documents.destroy();
}

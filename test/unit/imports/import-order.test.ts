import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listImports } from '../../../shared/imports/import-repository.ts';
import { deleteMissing } from '../../../shared/imports/reader/missing/delete-missing.ts';
import { ReadRecords } from '../../../shared/imports/reader/missing/find-missing.ts';
import {
  createImportFence,
  OutdatedImportError,
  readSourceState,
} from '../../../shared/imports/source-state.ts';
import { createPersonRepository } from '../../../shared/records/store/records.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

/** First names by source id. */
type People = Readonly<Record<string, string>>;

const csv = (people: People, header = 'id,First Name'): string =>
  [header, ...Object.entries(people).map((row) => row.join(','))].join('\n');

const HOUR = 3_600_000;

/** Imports as `npm run import` does. */
const runCommand = async (
  { client, tableName }: Pick<TestEngine, 'client' | 'tableName'>,
  organizationId: string,
  people: People,
  { age = 0, isDeleting = false, windowRows = 776, header = 'id,First Name' } = {},
) => {
  const table = createTable(client, tableName);
  const source = { organizationId, source: 'crm' };
  const order = { ...source, kind: 'people' as const, id: randomUUID(), isCommand: true, isDeleting };
  const fences = {
    people: createImportFence(table, { ...order, at: new Date(Date.now() - age).toISOString() }),
  };
  const read = new ReadRecords();
  const file = {
    name: 'people.csv',
    async *open() {
      yield Buffer.from(csv(people, header));
    },
  };
  const report = await importFiles({
    ...source,
    client,
    tableName,
    files: { people: file },
    fences,
    windowRows,
    onStoredRow: (row) => read.add(row),
  });
  if (!isDeleting) return;
  const settings = {
    ...source,
    paths: { people: 'people.csv' },
    fences,
    isSilent: false,
    isDeletingMissing: true,
    isDryRun: false,
    confirmedDeletions: undefined,
    confirmation: () => '',
    actor: ACTOR,
  };
  await deleteMissing(settings, report, read, table, () => undefined);
};

type Bucket = Awaited<ReturnType<typeof createImportBucket>>;

const storedPeople = async ({ table, organizationId }: Bucket, ids: readonly string[]): Promise<People> => {
  const repository = createPersonRepository(table.reader);
  const idOf = createIdMaker(organizationId);
  const found = await Promise.all(
    ids.map(async (id) => {
      const person = await repository.get(organizationId, idOf('person', 'crm', id));
      return person === undefined ? [] : [[id, String(person.firstName)] as const];
    }),
  );
  return Object.fromEntries(found.flat());
};

const importsOf = async ({ table, organizationId }: Bucket) =>
  (await listImports(table.reader, { organizationId }, { limit: 50 })).imports;

const peopleOf = (count: number, name: string): People =>
  Object.fromEntries(Array.from({ length: count }, (_, id) => [String(id), name]));

describe('a dropped file that waits while the command imports a newer one', () => {
  it.each([true, false])(
    'neither deletes nor overwrites records of the newer import (deleting: %s)',
    async (isDeleting) => {
      const bucket = await createImportBucket(engine);
      await bucket.putProfile({ isDeletingMissing: isDeleting });
      await bucket.drain(bucket.drop('people/crm/a.csv', csv(peopleOf(20, 'Sunday')), { age: HOUR }).message);
      const monday = bucket.drop('people/crm/monday.csv', csv(peopleOf(20, 'Monday')), {
        age: 1_000,
      }).message;
      const tuesday = peopleOf(22, 'Tuesday');
      await runCommand(engine, bucket.organizationId, tuesday);
      await bucket.drain(monday);
      const [waiting] = await importsOf(bucket);
      expect(waiting).toMatchObject({ fileName: 'monday.csv', status: 'failed', counts: null });
      expect(waiting?.problem).toBe(
        'A later `npm run import` has imported this source, and this import would overwrite or delete ' +
          'its records. Nothing was written. Repeat the import to run it anyway.',
      );
      expect(await storedPeople(bucket, Object.keys(tuesday))).toEqual(tuesday);
    },
  );
});

describe('a dropped file', () => {
  it('stops between its steps once the command imports a newer one', async () => {
    const bucket = await createImportBucket(engine, { windowRows: 3 });
    bucket.limitTime(() => 60_000);
    await bucket.receive(
      bucket.drop('people/crm/monday.csv', csv(peopleOf(9, 'Monday')), { age: 1_000 }).message,
    );
    const [running] = await importsOf(bucket);
    expect(running).toMatchObject({ status: 'running', counts: { people: { created: 3 } } });
    const tuesday = peopleOf(9, 'Tuesday');
    await runCommand(engine, bucket.organizationId, tuesday);
    await bucket.drain();
    const [stopped] = await importsOf(bucket);
    expect(stopped).toMatchObject({ status: 'failed', counts: { people: { created: 3 } } });
    expect(stopped?.problem).toContain('Rows that were already written are kept.');
    expect(await storedPeople(bucket, Object.keys(tuesday))).toEqual(tuesday);
  });

  it.each([
    ['imports a file after a later one that arrived within five minutes', 4, 'completed', 'Monday'],
    ['fails after a later one that arrived more than five minutes after it', 6, 'failed', 'Tuesday'],
  ])('%s', async (_, minutes, status, firstName) => {
    const bucket = await createImportBucket(engine);
    const earlier = bucket.drop('people/crm/monday.csv', csv({ 0: 'Monday' }), {
      age: minutes * 60_000,
    }).message;
    await bucket.drain(bucket.drop('people/crm/tuesday.csv', csv({ 0: 'Tuesday' })).message, earlier);
    expect((await importsOf(bucket)).at(-1)).toMatchObject({ fileName: 'monday.csv', status });
    expect(await storedPeople(bucket, ['0'])).toEqual({ 0: firstName });
  });

  it('fails after a later file that was skipped because its content was imported last', async () => {
    const bucket = await createImportBucket(engine);
    const drop = (name: string, age: number) =>
      bucket.drop(`people/crm/${name}.csv`, csv({ 0: name }), { age });
    await bucket.drain(drop('a', 3 * HOUR).message, drop('a', 0).message);
    await bucket.drain(drop('b', HOUR).message);
    // The skipped one is not the last import, which wrote.
    await bucket.drain(drop('a', 0).message);
    expect((await importsOf(bucket)).map(({ status }) => status)).toEqual([
      'skipped',
      'skipped',
      'failed',
      'completed',
    ]);
    expect(await storedPeople(bucket, ['0'])).toEqual({ 0: 'a' });
  });

  it('imports a file after a command that could not read its own', async () => {
    const bucket = await createImportBucket(engine);
    await expect(runCommand(engine, bucket.organizationId, {}, { header: '' })).rejects.toThrow('empty');
    await bucket.drain(bucket.drop('people/crm/a.csv', csv({ 0: 'Ann' }), { age: HOUR }).message);
    expect(await importsOf(bucket)).toMatchObject([{ status: 'completed' }]);
  });

  it('imports a file with the content of the last one after the command imported another', async () => {
    const bucket = await createImportBucket(engine);
    const monday = peopleOf(9, 'Monday');
    const drop = () => bucket.drop('people/crm/a.csv', csv(monday)).message;
    await runCommand(engine, bucket.organizationId, monday, { age: HOUR });
    const source = { organizationId: bucket.organizationId, kind: 'people', source: 'crm' } as const;
    let hasRun = false;
    bucket.objects.onRead = async () => {
      const [running] = await importsOf(bucket);
      const begun = await readSourceState(bucket.table.reader, source);
      if (hasRun || begun?.importId !== running?.id) return;
      hasRun = true;
      await runCommand(engine, bucket.organizationId, { 99: 'Tuesday' });
    };
    await bucket.drain(drop());
    expect(await importsOf(bucket)).toMatchObject([{ status: 'completed' }]);
    await bucket.drain(drop());
    expect(hasRun).toBe(true);
    expect(await importsOf(bucket)).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  });
});

describe('an older command whose write is under way when a newer one begins', () => {
  /** A client that runs something before its first transaction that writes a person. */
  const clientThat = (run: () => Promise<unknown>): DynamoDBDocumentClient => {
    let hasRun = false;
    const send = async (command: { readonly input: object }, ...rest: []): Promise<unknown> => {
      const text = JSON.stringify(command.input);
      if (!hasRun && text.includes('TransactItems') && text.includes('#PERSON#')) {
        hasRun = true;
        await run();
      }
      return Reflect.apply(engine.client.send, engine.client, [command, ...rest]);
    };
    return new Proxy(engine.client, {
      get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
    });
  };
  const base = peopleOf(12, 'Sunday');

  it.each([
    [
      'does not overwrite records that the newer one left unchanged',
      { ...base, 0: 'Monday' },
      { isDeleting: true },
    ],
    [
      'does not delete records that the newer one left unchanged',
      peopleOf(11, 'Sunday'),
      { isDeleting: true },
    ],
  ])('%s', async (_, older, options) => {
    const bucket = await createImportBucket(engine);
    const { organizationId } = bucket;
    await runCommand(engine, organizationId, base, { age: 2 * HOUR });
    const client = clientThat(() => runCommand(engine, organizationId, base));
    const ended = runCommand({ ...engine, client }, organizationId, older, { ...options, age: HOUR });
    await expect(ended).rejects.toThrow(OutdatedImportError);
    expect(await storedPeople(bucket, Object.keys(base))).toEqual(base);
  });
});

const IDS = Array.from({ length: 14 }, (_, id) => String(id));
const BASE = Object.fromEntries(IDS.slice(0, 12).map((id) => [id, 'v0']));

/**
 * A file that lacks at most one of the people that are stored, so that its deletions need no confirmation.
 *
 * @param added ids that it may have in addition
 */
const filesWith = (added: string[]) =>
  fc
    .record({
      missing: fc.option(fc.constantFrom(...Object.keys(BASE)), { nil: undefined }),
      extra: fc.subarray(added),
      values: fc.array(fc.constantFrom('v0', 'v1'), { minLength: IDS.length, maxLength: IDS.length }),
    })
    .map(({ missing, extra, values }) => {
      const ids = [...Object.keys(BASE), ...extra].filter((id) => id !== missing);
      return Object.fromEntries(ids.map((id) => [id, values[Number(id)] ?? 'v0']));
    });

const imports = (added: string[]) =>
  fc.record({ people: filesWith(added), isCommand: fc.boolean(), isDeleting: fc.boolean() });

const pairs = fc
  .record({
    seed: fc.integer(),
    older: imports([]),
    newer: imports(['12', '13']),
    isOlderFirst: fc.boolean(),
  })
  // Commands that run at the same time may import parts of one export.
  .filter(({ older, newer }) => !older.isCommand || !newer.isCommand || older.isDeleting || newer.isDeleting);

type Run = typeof pairs extends fc.Arbitrary<infer Value> ? Value : never;

describe('an older and a newer import of one source at the same time', () => {
  const importBoth = async (
    { seed, older, newer, isOlderFirst }: Run,
    count: (name: 'concurrent imports' | 'outdated imports' | 'deletions') => void,
  ): Promise<void> => {
    const table = createLaggingTable({ seed });
    const bucket = await createImportBucket(table, { windowRows: 3 });
    await runCommand(table, bucket.organizationId, BASE, { age: 3 * HOUR });
    table.faults = { ...table.faults, latency: 100, transactionTime: 50, partialBatches: 0.1 };
    // Each group of rows is its own step.
    bucket.limitTime(() => 60_000);
    const start = async ({ people, isCommand, isDeleting }: Run['older'], age: number) => {
      if (isCommand) {
        const command = { age, isDeleting, windowRows: 3 };
        return runCommand(table, bucket.organizationId, people, command);
      }
      await bucket.putProfile({ isDeletingMissing: isDeleting });
      await bucket.drain(bucket.drop(`people/crm/${age}.csv`, csv(people), { age }).message);
    };
    const startOlder = () => start(older, HOUR).catch((error: unknown) => error);
    const startNewer = () => start(newer, 0);
    if (!older.isCommand && !newer.isCommand) {
      // The queue runs one import of a kind at a time.
      await (isOlderFirst ? startOlder() : startNewer());
      await (isOlderFirst ? startNewer() : startOlder());
    } else {
      const [ended] = await Promise.all([startOlder(), startNewer()]);
      count('concurrent imports');
      if (ended !== undefined) {
        expect(ended).toBeInstanceOf(OutdatedImportError);
        count('outdated imports');
      }
    }
    if (!newer.isCommand) {
      const statuses = (await importsOf(bucket)).map(({ fileName, status }) => [fileName, status]);
      expect(statuses).toContainEqual(['0.csv', 'completed']);
    }
    const stored = await storedPeople(bucket, IDS);
    expect(stored).toMatchObject(newer.people);
    if (!newer.isDeleting) return;
    const missing = Object.keys(BASE).filter((id) => newer.people[id] === undefined);
    for (const id of missing) {
      expect(stored).not.toHaveProperty(id);
      count('deletions');
    }
  };

  it("keeps the newer import's records, in every order of their calls", async () => {
    const count = exercise('concurrent imports', 'outdated imports', 'deletions');
    const property = fc.asyncProperty(pairs, (run) => inVirtualTime(() => importBoth(run, count), run));
    await fc.assert(property, { numRuns: runs(100) });
  });
});

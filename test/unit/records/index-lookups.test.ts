import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { createLookupIndexer } from '../../../functions/records/index-lookups/handler.ts';
import { unindexedChunks } from '../../../shared/events/event-lookups.ts';
import { appendToFeed } from '../../../shared/events/feed/append-to-feed.ts';
import { type CounterStore, createCounterStore } from '../../../shared/records/lookups/counter-store.ts';
import { createLookupStore, type LookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { type TableReader, TableUnavailableError } from '../../../shared/table/reader.ts';
import { createDocumentClientWrites } from '../../../shared/table/sdk/document-client-writer.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { createOrganization, type TestOrganization } from '../../support/organizations/organization.ts';
import { sampleData } from '../../support/records/sample-data.ts';

const { people, companies } = sampleData('Indexing');
let engine: TestEngine;
let stream: TableStream;
let reader: TableReader;
let store: LookupStore;
let organization: TestOrganization;
let counters: CounterStore;
let error: MockInstance<typeof console.error>;

/** Five of each company, six of each person, and five people have a company. */
const LOOKUPS = 5 * 5 + 6 * 6 + 5;

beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
  ({ reader } = engine.table);
  store = createLookupStore(createDocumentClientWrites(engine.client), engine.tableName);
  counters = createCounterStore(createDocumentClientWrites(engine.client), engine.tableName);
});
afterAll(async () => {
  stream.close();
  await engine.stop();
});
beforeEach(async () => {
  organization = createOrganization(engine);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await organization.importRecords({ companies, people: people.slice(0, 6) }, { isSilent: true });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const records = async () =>
  (await stream.recordsOf(organization.prefix)).filter(({ dynamodb }) =>
    ['PERSON', 'COMPANY'].includes(dynamodb?.Keys?.['sk']?.S ?? ''),
  );
const index = (Records: readonly DynamoDBRecord[], to = store) =>
  createLookupIndexer({ reader, store: to, counters })({ Records: [...Records], shardId: 'shard-1' });
const idOf = (record: DynamoDBRecord | undefined) => record?.dynamodb?.SequenceNumber;
const itemsOf = async (isWanted: (partition: string) => boolean) => {
  const items = await engine.itemsOf(`LOOKUP#${organization.id}#`);
  return items.filter(({ pk }) => isWanted(String(pk)));
};
const lookups = async () =>
  (await itemsOf((pk) => !pk.includes('_COUNT#'))).map(({ pk, sk }) => `${pk} ${sk}`).toSorted();
const counts = async () =>
  (await itemsOf((pk) => pk.includes('_COUNT#')))
    .map(({ pk, values, count }) => `${String(pk).split('#')[2]} ${values} ${count}`)
    .toSorted();

/** The record with emails that are no list. */
const unreadable = (record: DynamoDBRecord | undefined): DynamoDBRecord => ({
  ...record,
  dynamodb: {
    ...record?.dynamodb,
    NewImage: { ...record?.dynamodb?.NewImage, phones: { S: 'secret' } },
  },
});

it('indexes silent changes, and changes nothing when a batch is repeated', async () => {
  const all = await records();
  expect(await index(all)).toEqual({ batchItemFailures: [], state: {} });
  const expected = await lookups();
  expect(expected).toHaveLength(LOOKUPS);
  const counted = await counts();
  expect(counted).toEqual(expect.arrayContaining(['PERSON_OWNER_COUNT owner-1 6']));
  await index(all);
  await index(all.slice(3));
  expect(await lookups()).toEqual(expected);
  expect(await counts()).toEqual(counted);
});

it('fails the batch when a write fails midway, and completes when it is retried', async () => {
  const all = await records();
  const failing: LookupStore = {
    async apply(changes) {
      await store.apply(changes.slice(0, 7));
      throw new TableUnavailableError('DynamoDB did not respond.');
    },
  };
  await expect(index(all, failing)).rejects.toThrow('Lambda splits the batch');
  expect(await lookups()).toHaveLength(7);
  expect(await index(all)).toEqual({ batchItemFailures: [], state: {} });
  expect(await lookups()).toHaveLength(LOOKUPS);
});

it('indexes records before an unreadable one, reports it, and logs none of its content', async () => {
  const all = await records();
  const batch = [...all.slice(0, 2), unreadable(all[2]), ...all.slice(3)];
  expect(await index(batch)).toMatchObject({ batchItemFailures: [{ itemIdentifier: idOf(all[2]) }] });
  const ids = all.slice(0, 2).map(({ dynamodb }) => dynamodb?.NewImage?.['id']?.S);
  expect(new Set((await lookups()).map((each) => each.slice(-36)))).toEqual(new Set(ids));
  expect(JSON.stringify(error.mock.calls)).not.toContain('secret');
  expect(JSON.stringify(error.mock.calls)).toContain('phones');
});

it('throws for a batch that starts with an unreadable record, so that Lambda splits it', async () => {
  const [first, ...others] = await records();
  await expect(index([unreadable(first), ...others])).rejects.toThrow('Lambda splits the batch');
  expect(JSON.stringify(error.mock.calls)).toContain('phones');
  expect(await index([unreadable(first)])).toMatchObject({
    batchItemFailures: [{ itemIdentifier: idOf(first) }],
  });
});

it('reports a chunk of the feed that cannot be read yet', async () => {
  const chunk: DynamoDBRecord = {
    eventID: 'chunk',
    dynamodb: {
      SequenceNumber: '1',
      Keys: { pk: { S: `FEED#${organization.id}` }, sk: { S: 'CHUNK#000000000001#0' } },
      NewImage: { parts: { N: '2' }, body: { B: '' } },
    },
  };
  const unavailable = (): Promise<never> => Promise.reject(new TableUnavailableError('Throttled.'));
  const handler = createLookupIndexer({ reader: { ...reader, queryPage: unavailable }, store, counters });
  const answer = await handler({ Records: [chunk], shardId: 'shard-1' });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }], state: {} });
});

it('marks a chunk of the feed as indexed only once all its lookups are written', async () => {
  const { id: organizationId } = organization;
  const append = async (id: string): Promise<void> => {
    const json = JSON.stringify({ id, type: 'person.created', sequence: 1, data: { id }, previous: {} });
    const events = [{ type: 'person.created', json }];
    const record = { organizationId, id: [id], second: '2026-01-31T09:30:00', events };
    await appendToFeed(engine.table, [record], 30);
  };
  await append('ada');
  await append('bob');
  const chunks = (await stream.recordsOf(`FEED#${organizationId}`)).filter(({ dynamodb }) =>
    dynamodb?.Keys?.['sk']?.S?.startsWith('CHUNK#'),
  );
  expect(chunks).toHaveLength(2);
  const unindexed = () => unindexedChunks(reader, organizationId, 1, 2);
  const failing: LookupStore = {
    async apply(changes) {
      await store.apply(changes.slice(1));
      throw new TableUnavailableError('DynamoDB did not respond.');
    },
  };
  await expect(index(chunks, failing)).rejects.toThrow('Lambda splits the batch');
  expect(await unindexed()).toEqual([1, 2]);
  // A chunk may be in a batch twice, once it was rewritten.
  expect(await index([...chunks, ...chunks])).toEqual({ batchItemFailures: [], state: {} });
  expect(await unindexed()).toEqual([]);
});

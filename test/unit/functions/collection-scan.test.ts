import { setTimeout } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createListPeople } from '../../../functions/list-people/handler.ts';
import type { Person } from '../../../shared/domain/person.ts';
import { importFiles } from '../../../shared/importing/import-files.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { startTestEngine, type TestEngine } from '../../support/engine.ts';
import { createOrganization, type TestOrganization } from '../../support/organization.ts';
import { jsonLinesFiles, sampleData } from '../../support/sample-data.ts';

const PEOPLE = 40;
const ROUNDS = 5;

let engine: TestEngine;
let organization: TestOrganization;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.stop());
beforeEach(() => {
  organization = createOrganization(engine);
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const [template] = sampleData('Scan').people;
if (template === undefined) throw new Error('There is no sample person.');
const people = Array.from({ length: PEOPLE }, (_, index): Person => {
  const id = `6f1c1a52-7f0b-4b60-9d3e-${(index * 7_919).toString(16).padStart(12, '0')}`;
  return { ...template, id };
});

/** When the writes under way were stamped. */
const underWay = new Set<{ readonly stampedAt: number }>();

/** Keeps every write back, so that it is stored after others with later times. */
const delayed = (client: DynamoDBDocumentClient, milliseconds: number): DynamoDBDocumentClient => {
  const send = async (...args: Parameters<typeof client.send>) => {
    if (args[0].constructor.name !== 'TransactWriteCommand') return client.send(...args);
    const write = { stampedAt: Date.now() };
    underWay.add(write);
    while (Date.now() < write.stampedAt + milliseconds) await setTimeout(1);
    try {
      return await client.send(...args);
    } finally {
      underWay.delete(write);
    }
  };
  return new Proxy(client, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
};

/** Lets time pass as fast as pages are read, but only as long as a write may take. */
const passTime = (): void => {
  const stamps = Array.from(underWay, ({ stampedAt }) => stampedAt);
  vi.setSystemTime(Math.min(Date.now() + 500, ...stamps.map((stampedAt) => stampedAt + 9_000)));
};

it('meets every record that changes during a scan, and ends with its current state', async () => {
  await organization.importRecords({ people });
  vi.setSystemTime(Date.now() + 60_000);
  let isImporting = true;
  /** Changes some people again and again, a few in each write. */
  const importAll = async (client: DynamoDBDocumentClient, some: readonly Person[], rounds: number) => {
    for (let round = 1; round <= rounds; round++) {
      const files = jsonLinesFiles({
        people: some.map((person) => ({ ...person, title: `Round ${round}` })),
      });
      const { tableName } = engine;
      await importFiles({ client, tableName, organizationId: organization.id, files, windowRows: 5 });
    }
  };
  const importing = Promise.all([
    importAll(delayed(engine.client, 6_000), people.slice(0, PEOPLE / 2), 1),
    importAll(delayed(engine.client, 0), people.slice(PEOPLE / 2), ROUNDS),
  ]).finally(() => {
    isImporting = false;
  });
  const list = createListPeople({ reader: createTableReader(engine.client, engine.tableName) });
  const principal = { organizationId: organization.id, keyId: 'key', permissions: new Set<never>() };
  const titles = new Map<string, unknown>();
  let cursor: string | undefined;
  let isLast = false;
  let before = 0;
  // The last page is read once more after the import has ended.
  while (!isLast) {
    const wasImporting = isImporting;
    before += Number(wasImporting);
    const query = {
      limit: 7,
      cursor,
      changedSince: undefined,
      sort: 'changedAt' as const,
      id: undefined,
      externalId: undefined,
      email: undefined,
      phone: undefined,
      companyId: undefined,
    };
    const { body, unversioned: { nextCursor } = {} } = await list({
      principal,
      id: '',
      query,
      urlWith: () => '',
    });
    for (const { id, title } of body.items) titles.set(id, title);
    isLast = nextCursor === undefined && !wasImporting;
    cursor = nextCursor ?? cursor;
    passTime();
  }
  await importing;
  expect(before).toBeGreaterThan(3);
  const last = people.map(({ id }, index) => [id, `Round ${index < PEOPLE / 2 ? 1 : ROUNDS}`]);
  expect(Object.fromEntries(titles)).toEqual(Object.fromEntries(last));
});

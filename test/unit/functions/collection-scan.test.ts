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

/** Delays every write, so that it is stored after others with later times. */
const delayed = (client: DynamoDBDocumentClient): DynamoDBDocumentClient => {
  const send = async (...args: Parameters<typeof client.send>) => {
    if (args[0].constructor.name === 'TransactWriteCommand') await setTimeout(200);
    return client.send(...args);
  };
  return new Proxy(client, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
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
    importAll(delayed(engine.client), people.slice(0, PEOPLE / 2), 1),
    importAll(engine.client, people.slice(PEOPLE / 2), ROUNDS),
  ]).finally(() => {
    isImporting = false;
  });
  const list = createListPeople({ reader: createTableReader(engine.client, engine.tableName) });
  const principal = { organizationId: organization.id, keyId: 'key', permissions: new Set<never>() };
  const titles = new Map<string, unknown>();
  let cursor: string | undefined;
  let isLast = false;
  let before = 0;
  // The last page is read again until the import has ended.
  while (!isLast || isImporting) {
    before += Number(isImporting);
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
    isLast = nextCursor === undefined && !isImporting;
    cursor = nextCursor ?? cursor;
    // A write takes a few of these seconds, as one that is retried does.
    vi.setSystemTime(Date.now() + 250);
  }
  await importing;
  expect(before).toBeGreaterThan(3);
  const last = people.map(({ id }, index) => [id, `Round ${index < PEOPLE / 2 ? 1 : ROUNDS}`]);
  expect(Object.fromEntries(titles)).toEqual(Object.fromEntries(last));
});

import { setTimeout } from 'node:timers/promises';
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImportKind } from '../../../shared/imports/import.ts';
import { IMPORTS, listImports } from '../../../shared/imports/import-repository.ts';
import { isDeleted } from '../../../shared/table/items/versions.ts';
import { createLaggingTable, type LaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { isCounter } from '../../support/imports/import-fixture.ts';
import { untilIdle } from '../../support/jobs/until-idle.ts';
import { createRandom } from '../../support/values/random.ts';

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

/** Which rows a file has, and what is in them. */
const rows = fc.array(fc.record({ id: fc.nat(15), name: fc.constantFrom('Ann', 'Bob'), list: fc.nat(2) }), {
  minLength: 1,
  maxLength: 25,
});

type Rows = typeof rows extends fc.Arbitrary<infer Value> ? Value : never;

const peopleOf = (all: Rows): string =>
  ['id,First Name,Company Name', ...all.map(({ id, name, list }) => `${id},${name},Company ${list}`)].join(
    '\n',
  );

const entriesOf = (all: Rows): string =>
  [
    'list id,list name,contact id,note',
    ...all.map(({ id, name, list }) => `${list},List ${list},${id},${name}`),
  ].join('\n');

type Bucket = Awaited<ReturnType<typeof createImportBucket>>;

/** Delivers messages, which come again ten seconds after each failure, until none is left. */
const deliver = async (bucket: Bucket, kind: ImportKind, message: Bucket['queue'][number]) => {
  const { organizationId, table, queue, messages } = bucket;
  queue.push(message);
  await untilIdle(
    table.reader,
    IMPORTS.kind,
    IMPORTS.kind.lineOf({ organizationId, kind }),
    messages,
    async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        while (!(await bucket.receive(next))) await setTimeout(10_000);
      }
    },
  );
};

/** The numbers of resources by their items, and by the counters. */
const countedOf = async (table: LaggingTable, { organizationId }: Bucket) => {
  const items = await table.itemsOf(`ORG#${organizationId}#`);
  const total = (name: string) =>
    items
      .filter(({ pk, sk }) => String(pk).includes(`#${name}`) && isCounter(sk))
      .reduce((sum, { total: counted }) => sum + Number(counted), 0);
  const stored = items.filter((item) => !isDeleted(item));
  return {
    people: stored.filter(({ sk }) => sk === 'PERSON').length - total('PEOPLE'),
    companies: stored.filter(({ sk }) => sk === 'COMPANY').length - total('COMPANIES'),
    entries: stored.filter(({ sk }) => String(sk).startsWith('ENTRY#')).length - total('CALL_LIST_ENTRIES'),
  };
};

const NONE_MISCOUNTED = { people: 0, companies: 0, entries: 0 };

/** Imports an older and a newer file of people, then entries, and returns the counts of all. */
const importAll = async (table: LaggingTable, older: Rows, newer: Rows, setFaults: () => void) => {
  const bucket = await createImportBucket(table, { windowRows: 3, checkpointMilliseconds: 3_000 });
  const { organizationId } = bucket;
  await bucket.putProfile({ isCreatingCompanies: true });
  setFaults();
  await deliver(bucket, 'people', bucket.drop('people/crm/1.csv', peopleOf(older)).message);
  await deliver(bucket, 'people', bucket.drop('people/crm/2.csv', peopleOf(newer)).message);
  await deliver(bucket, 'call-lists', bucket.drop('call-lists/crm/3.csv', entriesOf(older)).message);
  table.faults = { ...table.faults, throttled: 0, lostAnswers: 0 };
  const { imports } = await listImports(bucket.table.reader, { organizationId }, { limit: 10 });
  expect(await countedOf(table, bucket)).toEqual(NONE_MISCOUNTED);
  return imports.map(({ fileName, status, counts, problem }) => ({ fileName, status, counts, problem }));
};

describe('an import of the queue', () => {
  it('ends with the same counts however often its steps are interrupted', async () => {
    const count = exercise('throttled', 'lostAnswers', 'partialBatches');
    const property = fc.asyncProperty(fc.integer(), rows, rows, async (seed, older, newer) => {
      const expected = await inVirtualTime(() =>
        importAll(createLaggingTable(), older, newer, () => undefined),
      );
      const table = createLaggingTable({ seed });
      const faults = { latency: 200, throttled: 0.03, lostAnswers: 0.06, partialBatches: 0.1 };
      const setFaults = () => {
        table.faults = { ...table.faults, ...faults };
      };
      const actual = await inVirtualTime(() => importAll(table, older, newer, setFaults), { seed });
      expect(actual).toEqual(expected);
      for (const fault of ['throttled', 'lostAnswers', 'partialBatches'] as const) {
        count(fault, table.faultCounts[fault]);
      }
    });
    await fc.assert(property, { numRuns: runs(40) });
  });
});

/** A client whose transactions sometimes succeed without an answer until their stamp is too old. */
const withLateAnswers = (
  client: DynamoDBDocumentClient,
  random: () => number,
  onLate: () => void,
): DynamoDBDocumentClient => {
  const send = async (...args: [command: object]): Promise<unknown> => {
    const answer = await Reflect.apply(client.send, client, args);
    if (!(args[0] instanceof TransactWriteCommand) || random() < 0.6) return answer;
    onLate();
    throw Object.assign(new Error('Too late.'), { name: 'AbortError' });
  };
  return new Proxy(client, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
};

describe('an import whose writes succeed without an answer', () => {
  const run = async (
    client: DynamoDBDocumentClient,
    tableName: string,
    organizationId: string,
    all: Rows,
  ) => {
    const fileOf = (name: string, text: string) => ({
      name,
      async *open() {
        yield Buffer.from(text);
      },
    });
    const files = {
      people: fileOf('people.csv', peopleOf(all)),
      callLists: fileOf('lists.csv', entriesOf(all)),
    };
    const options = { client, tableName, organizationId, isCreatingCompanies: true, windowRows: 3 };
    const { columns: _, ...counts } = await importFiles({ ...options, files });
    return counts;
  };

  it('counts writes whose response was lost', async () => {
    const count = exercise('late answers');
    const property = fc.asyncProperty(fc.integer(), rows, rows, async (seed, older, newer) => {
      const importTwice = (isAnswered: boolean) =>
        inVirtualTime(
          async () => {
            const table = createLaggingTable({ seed });
            const { organizationId } = await createImportBucket(table);
            const client = isAnswered
              ? table.client
              : withLateAnswers(table.client, createRandom(seed), () => count('late answers'));
            const first = await run(client, table.tableName, organizationId, older);
            return [first, await run(client, table.tableName, organizationId, newer)];
          },
          { seed },
        );
      expect(await importTwice(false)).toEqual(await importTwice(true));
    });
    await fc.assert(property, { numRuns: runs(40) });
  });
});

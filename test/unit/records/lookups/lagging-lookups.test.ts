import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createLookupIndexer } from '../../../../functions/records/index-lookups/handler.ts';
import type { Person } from '../../../../shared/kinds/person.ts';
import { createCounterStore } from '../../../../shared/records/lookups/counter-store.ts';
import { createLookupStore } from '../../../../shared/records/lookups/lookup-store.ts';
import { lookupOf } from '../../../../shared/records/lookups/record-lookup.ts';
import { personFromItem } from '../../../../shared/records/store/record-items.ts';
import { TableUnavailableError } from '../../../../shared/table/reader.ts';
import { createDocumentClientWrites } from '../../../../shared/table/sdk/document-client-writer.ts';
import {
  createLaggingTable,
  type LaggingTable,
} from '../../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../../support/engine/virtual-time.ts';
import { exercise, runs } from '../../../support/exercise.ts';
import { createImportBucket } from '../../../support/imports/import-bucket.ts';
import { importFiles } from '../../../support/imports/import-files.ts';

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const READ_LAG = 1_000;

const emails = ['a@nowhere.example', 'b@nowhere.example'] as const;
type Email = (typeof emails)[number];

/** Repeats what failed because the table was unavailable. */
const eventually = async <T>(run: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TableUnavailableError)) throw error;
      await setTimeout(200);
    }
  }
};

const importEmails = (table: LaggingTable, organizationId: string, given: ReadonlyMap<number, Email>) => {
  const rows = [...given].map(([id, email]) => `${id},Nora,${email}`);
  const people = {
    name: 'people.csv',
    async *open() {
      yield Buffer.from(['id,First Name,Email', ...rows].join('\n'));
    },
  };
  const { client, tableName } = table;
  return eventually(() => importFiles({ client, tableName, organizationId, files: { people } }));
};

/** The newest state of all people, by id. */
const peopleOf = async (
  table: LaggingTable,
  organizationId: string,
): Promise<ReadonlyMap<string, Person>> => {
  const items = await table.itemsOf(`ORG#${organizationId}#PERSON#`);
  return new Map(items.map(personFromItem).map((person) => [person.id, person]));
};

const has = (email: Email, person: Person | undefined): boolean =>
  person?.emails.some(({ address }) => address === email) ?? false;

const byChange = (one: Person, other: Person): number =>
  `${one.changedAt}#${one.id}` < `${other.changedAt}#${other.id}` ? -1 : 1;

const lookUp = async (
  table: LaggingTable,
  organizationId: string,
  email: Email,
): Promise<readonly Person[]> => {
  const query = { email: [{ value: email, sent: email }] };
  const lookup = lookupOf('person', personFromItem)(table.reader, organizationId, query);
  const found: Person[] = [];
  let after: string | undefined;
  for (let hasMore = true; hasMore; ) {
    const page = await lookup.page({ limit: 2, after });
    found.push(...page.items.map(({ resource }) => resource));
    hasMore = page.hasMore;
    after = page.end;
  }
  return found;
};

const steps = fc.array(
  fc.record({
    given: fc
      .array(fc.tuple(fc.nat(4), fc.constantFrom(...emails)), { minLength: 1, maxLength: 3 })
      .map((all) => new Map(all)),
    pause: fc.nat(3_000),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('lookups while people change', () => {
  it('shows only current states, and misses only changes that are not indexed yet', async () => {
    const count = exercise('settled people', 'throttled', 'lost answers', 'partial batches');
    const property = fc.asyncProperty(fc.integer(), steps, (seed, all) =>
      inVirtualTime(
        async () => {
          const table = createLaggingTable({ seed });
          const { organizationId } = await createImportBucket(table);
          const faults = { latency: 100, readLag: READ_LAG };
          table.faults = {
            ...table.faults,
            ...faults,
            throttled: 0.02,
            partialBatches: 0.2,
            lostAnswers: 0.1,
          };
          const index = createLookupIndexer({
            reader: table.reader,
            store: createLookupStore(createDocumentClientWrites(table.client), table.tableName),
            counters: createCounterStore(createDocumentClientWrites(table.client), table.tableName),
          });
          let isWriting = true;
          /** The people whose lookups are written, at different times. */
          const indexed: { readonly at: number; readonly people: ReadonlyMap<string, Person> }[] = [];
          let done = 0;

          /** Indexes all changes until now. A batch that fails comes again as a whole. */
          const catchUp = async (): Promise<void> => {
            const people = await peopleOf(table, organizationId);
            const records = await table.recordsOf(`ORG#${organizationId}#PERSON#`);
            let size = 4;
            while (done < records.length) {
              const batch = records.slice(done, done + size);
              const isIndexed = await index({ Records: batch, shardId: '0' }).then(
                ({ batchItemFailures }) => batchItemFailures.length === 0,
                // Lambda splits the batch.
                () => false,
              );
              if (isIndexed) done += batch.length;
              else await setTimeout(200);
              size = isIndexed ? 4 : Math.ceil(size / 2);
            }
            indexed.push({ at: Date.now(), people });
          };

          const write = async (): Promise<void> => {
            for (const { given, pause } of all) {
              await importEmails(table, organizationId, given);
              await setTimeout(pause);
            }
            isWriting = false;
          };
          const keepIndexing = async (): Promise<void> => {
            while (isWriting) {
              await catchUp();
              await setTimeout(500);
            }
          };
          const read = async (): Promise<void> => {
            while (isWriting) {
              for (const email of emails) {
                await setTimeout(50);
                const start = Date.now();
                const shown = indexed.findLast(({ at }) => at + READ_LAG <= start)?.people;
                const before = await peopleOf(table, organizationId);
                const found = await eventually(() => lookUp(table, organizationId, email));
                const now = await peopleOf(table, organizationId);
                for (const person of found) {
                  expect(has(email, person)).toBe(true);
                  expect(person.changedAt >= (before.get(person.id)?.changedAt ?? '')).toBe(true);
                }
                const settled = [...now.values()].filter(
                  (person) => has(email, person) && shown?.get(person.id)?.changedAt === person.changedAt,
                );
                count('settled people', settled.length);
                expect(found.map(({ id }) => id)).toEqual(
                  expect.arrayContaining(settled.map(({ id }) => id)),
                );
              }
            }
          };
          await Promise.all([write(), keepIndexing(), read()]);

          await setTimeout(1_000);
          await catchUp();
          count('throttled', table.faultCounts.throttled);
          count('lost answers', table.faultCounts.lostAnswers);
          count('partial batches', table.faultCounts.partialBatches);
          table.faults = { ...table.faults, readLag: 0, throttled: 0, lostAnswers: 0 };
          const people = [...(await peopleOf(table, organizationId)).values()];
          for (const email of emails) {
            const expected = people
              .filter((person) => has(email, person))
              .toSorted(byChange)
              .map(({ id }) => id);
            const found = await lookUp(table, organizationId, email);
            expect(found.map(({ id }) => id)).toEqual(expected);
          }
        },
        { seed },
      ),
    );
    await fc.assert(property, { numRuns: runs(25) });
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../shared/contract/events/event-types.ts';
import { appendToFeed, type FeedRecord } from '../../../../shared/events/feed/append-to-feed.ts';
import { readFeedHead } from '../../../../shared/events/feed/feed-head.ts';
import {
  type FeedPosition,
  FIRST_POSITION,
  feedPositionText,
} from '../../../../shared/events/feed/feed-position.ts';
import { readFeed } from '../../../../shared/events/feed/read-feed.ts';
import { readChunk } from '../../../../shared/events/feed/stored-chunks.ts';
import { requiredBinary } from '../../../../shared/table/items/attributes.ts';
import { feedPartition } from '../../../../shared/table/items/feed-keys.ts';
import type { Table } from '../../../../shared/table/table.ts';
import {
  createLaggingTable,
  type LaggingTable,
} from '../../../support/engine/lagging-table/lagging-table.ts';
import { useEngine } from '../../../support/engine/use-engine.ts';
import { inVirtualTime, onClock } from '../../../support/engine/virtual-time.ts';
import { exercise, runs } from '../../../support/exercise.ts';

const ALL_TYPES = new Set(EVENT_TYPES);

const RETENTION_DAYS = 30;

const engine = useEngine();

/** The record of one change: two events of a call list that was also renamed when it was locked, else one. */
const recordOf = (organizationId: string, resource: string, sequence: number, second = 0): FeedRecord => {
  const types =
    sequence % 5 === 4
      ? ['call_list.locked', 'call_list.updated']
      : [sequence === 1 ? 'call_list.created' : 'call_list.updated'];
  return {
    organizationId,
    id: [resource, String(sequence)],
    second: `2026-03-01T08:00:${String(second).padStart(2, '0')}`,
    events: types.map((type) => ({
      type,
      json: JSON.stringify({ id: `${resource} ${sequence} ${type}`, type, resource, sequence }),
    })),
  };
};

const eventAt = async (reader: Table['reader'], organizationId: string, { chunk, index }: FeedPosition) =>
  (await readChunk(reader, organizationId, chunk))?.events[index]?.json;

interface Shown {
  readonly id: string;
  readonly resource: string;
  readonly sequence: number;
}

/**
 * A consumer, whose calls return the events since the previous call, read in pages of any length.
 *
 * @param options.alsoSingly also reads each event by its position. Default: true.
 */
const consumerOf = (
  organizationId: string,
  { limit = 100, alsoSingly = true, table = engine.table as Table } = {},
) => {
  let start = FIRST_POSITION;
  return async (): Promise<readonly Shown[]> => {
    const shown: Shown[] = [];
    const { reader } = table;
    for (;;) {
      const query = { organizationId, start, limit, types: ALL_TYPES, now: new Date() };
      const page = await readFeed(reader, query);
      if (page === undefined) throw new Error('The feed has expired.');
      for (const { json, position } of page.events) {
        if (alsoSingly) {
          expect(await eventAt(reader, organizationId, position), feedPositionText(position)).toBe(json);
        }
        shown.push(JSON.parse(json));
      }
      start = page.next;
      if (!page.hasMore) return shown;
    }
  };
};

const eventsOf = (...feed: Parameters<typeof consumerOf>) => consumerOf(...feed)();

/** Each event once, and the changes of each resource in order. */
const expectComplete = (shown: readonly Shown[], records: readonly FeedRecord[]): void => {
  const ids = records.flatMap(({ events }) => events.map(({ json }): string => JSON.parse(json).id));
  expect(shown.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const last = new Map<string, number>();
  for (const { resource, sequence } of shown) {
    expect([sequence - 1, sequence]).toContain(last.get(resource) ?? 0);
    last.set(resource, sequence);
  }
};

const append = (records: readonly FeedRecord[], to: Table = engine.table) =>
  appendToFeed(to, records, RETENTION_DAYS);

describe('the time of a chunk', () => {
  it('is never before its changes, or before an earlier chunk, whatever the clock says', () =>
    inVirtualTime(
      async () => {
        const table = createLaggingTable();
        const organizationId = randomUUID();
        const timeAfter = async (sequence: number, clock: number): Promise<string | undefined> => {
          await onClock(clock, () => append([recordOf(organizationId, 'a', sequence, 30)], table));
          return (await readChunk(table.reader, organizationId, sequence))?.at;
        };
        const [changed, later] = ['2026-03-01T08:00:30.000Z', '2026-03-01T08:01:00.000Z'];
        expect(await timeAfter(1, -1_000)).toBe(changed);
        expect(await timeAfter(2, 60_000)).toBe(later);
        expect(await timeAfter(3, 45_000)).toBe(later);
      },
      { start: Date.parse('2026-03-01T08:00:00.000Z') },
    ));
});

describe('the positions of records', () => {
  it("derives a record's position from its first event, also when the record is repeated", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(sizes, { minLength: 1, maxLength: 4 }), async (batches) => {
        const organizationId = randomUUID();
        const made = batches.map((batch, number) =>
          batch.map((size, index): FeedRecord => {
            const id = `${number} ${index}`;
            const events = Array.from({ length: size }, (_, place) => ({
              type: 'call_list.updated',
              json: JSON.stringify({ id: `${id} ${place}` }),
            }));
            return { organizationId, id: [id], second: '2026-03-01T08:00:00', events };
          }),
        );
        const expectPositions = async (records: readonly FeedRecord[]): Promise<void> => {
          const positions = await append(records);
          expect(positions.size).toBe(records.length);
          for (const [{ events }, { chunk, index }] of positions) {
            for (const [place, { json }] of events.entries()) {
              const position = { chunk, index: index + place };
              expect(await eventAt(engine.table.reader, organizationId, position)).toBe(json);
            }
          }
        };
        for (const records of made) await expectPositions(records);
        // With new ones between known ones.
        await expectPositions(made.flat());
        const [first = [], ...others] = made;
        const added = { ...recordOf(organizationId, 'added', 4), id: ['added'] };
        await expectPositions([...first, added, ...others.flat()]);
      }),
      { numRuns: runs(15) },
    );
  });
});

describe('a feed', () => {
  it('appends each event once, in resource order, despite repeated or interrupted calls', async () => {
    const count = exercise('done', 'repeated later', 'lost write', 'lost answer', 'concurrent');
    const change = fc.record({ resource: fc.nat(3), second: fc.nat(3) });
    /** How a shard's next records are delivered: how many, and what becomes of the invocation. */
    const delivery = fc.record({
      shard: fc.nat(2),
      size: fc.integer({ min: 1, max: 6 }),
      outcome: fc.constantFrom('done', 'done', 'repeated later', 'lost write', 'lost answer'),
      isConcurrent: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 30 }),
        fc.array(delivery, { minLength: 5, maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        (changes, deliveries, limit) =>
          inVirtualTime(async () => {
            const table = createLaggingTable();
            const organizationId = randomUUID();
            const sequences = new Map<string, number>();
            // Each resource is in one shard, as each partition key is in DynamoDB.
            const shards: FeedRecord[][] = [[], [], []];
            for (const { resource, second } of changes) {
              const sequence = (sequences.get(`r${resource}`) ?? 0) + 1;
              sequences.set(`r${resource}`, sequence);
              shards[resource % 3]?.push(recordOf(organizationId, `r${resource}`, sequence, second));
            }
            /** Where each shard's next batch starts. */
            const checkpoints = [0, 0, 0];
            const deliver = async ({ shard, size, outcome }: (typeof deliveries)[number]): Promise<void> => {
              const start = checkpoints[shard] ?? 0;
              const batch = shards[shard]?.slice(start, start + size) ?? [];
              const interrupted: Table = {
                reader: table.reader,
                writer: {
                  ...table.writer,
                  transact: async (operations) => {
                    if (outcome === 'lost answer') await table.writer.transact(operations);
                    throw new Error('The function was killed.');
                  },
                },
              };
              const isInterrupted = outcome === 'lost write' || outcome === 'lost answer';
              const isDone = await append(batch, isInterrupted ? interrupted : table).then(
                () => outcome === 'done',
                () => false,
              );
              if (batch.length > 0) count(outcome);
              if (isDone) checkpoints[shard] = start + size;
            };
            const consume = consumerOf(organizationId, { limit, alsoSingly: false, table });
            const consumed: Shown[] = [];
            for (let index = 0; index < deliveries.length; index++) {
              const [first, second] = deliveries.slice(index, index + 2);
              if (first === undefined) break;
              // Lambda processes one batch of a shard at a time, and shards independently.
              if (second !== undefined && first.isConcurrent && second.shard !== first.shard) {
                count('concurrent');
                await Promise.all([deliver(first), deliver(second)]);
                index++;
              } else await deliver(first);
              consumed.push(...(await consume()));
            }
            // In the end, everything is delivered again, in larger batches.
            for (const shard of shards) await append(shard, table);
            consumed.push(...(await consume()));
            expectComplete(await eventsOf(organizationId, { limit, table }), shards.flat());
            expectComplete(consumed, shards.flat());
          }),
      ),
      { numRuns: runs(30) },
    );
  });

  it('omits changes of an entry whose later arrival is appended meanwhile', async () => {
    const organizationId = randomUUID();
    const changeOf = (kind: 'created' | 'updated' | 'deleted', sequence: number): FeedRecord => ({
      organizationId,
      id: [kind, String(sequence)],
      second: '2026-03-01T08:00:00',
      events: [{ type: `call_list_entry.${kind}`, json: JSON.stringify({ id: kind, sequence }) }],
      entryChange: { id: 'e', sequence, isArrival: kind === 'created' },
    });
    const creation = changeOf('created', 4);
    let reads = 0;
    const overtaken: Table = {
      ...engine.table,
      reader: {
        ...engine.table.reader,
        // After the last read before the transaction.
        transactGet: async (keys) => {
          const items = await engine.table.reader.transactGet(keys);
          if (reads++ === 0) await append([creation]);
          return items;
        },
      },
    };
    const earlier = [changeOf('updated', 2), changeOf('deleted', 3)];
    expect((await append(earlier, overtaken)).size).toBe(0);
    expect(reads).toBe(2);
    expect((await eventsOf(organizationId)).map(({ id }) => id)).toEqual(['created']);
    expect((await append(earlier)).size).toBe(0);
    // Of a removal whose kind cannot be told any more.
    expect((await append([changeOf('deleted', 4)])).size).toBe(0);
    expect((await append([changeOf('updated', 5)])).size).toBe(1);
  });

  it('appends any number of entries that arrive', async () => {
    const organizationId = randomUUID();
    const created = Array.from(
      { length: 250 },
      (_, index): FeedRecord => ({
        ...recordOf(organizationId, `e${index}`, 1),
        entryChange: { id: `e${index}`, sequence: 3, isArrival: true },
      }),
    );
    await append(created);
    expectComplete(await eventsOf(organizationId), created);
    const deleted = created.map(
      ({ entryChange }, index): FeedRecord => ({
        ...recordOf(organizationId, `e${index}`, 2),
        entryChange: { id: entryChange?.id ?? '', sequence: index % 2 === 0 ? 2 : 4, isArrival: false },
      }),
    );
    expect((await append(deleted)).size).toBe(125);
  });

  it('recognizes records of a busy second in other batches, and keeps each list of them small', async () => {
    const organizationId = randomUUID();
    const records = Array.from({ length: 150 }, (_, index) => recordOf(organizationId, `r${index}`, 1));
    const positions = new Map<FeedRecord, FeedPosition>();
    for (let start = 0; start < records.length; start += 20) {
      const appended = await append(records.slice(start, start + 20));
      for (const [record, position] of appended) positions.set(record, position);
    }
    expect(await append(records.slice(0, 70))).toEqual(new Map([...positions].slice(0, 70)));
    expect(await append(records.slice(70))).toEqual(new Map([...positions].slice(70)));
    expectComplete(await eventsOf(organizationId), records);
    const items = await engine.itemsOf(feedPartition(organizationId));
    const lists = items.filter(({ sk }) => String(sk).startsWith('SEEN#'));
    expect(lists).toHaveLength(3);
    expect(Math.max(...lists.map((item) => requiredBinary(item, 'records').length))).toBeLessThan(1_500);
  });

  it('recognizes records for longer than the stream keeps them', async () => {
    const organizationId = randomUUID();
    await append([
      { ...recordOf(organizationId, 'e', 1), entryChange: { id: 'e', sequence: 3, isArrival: true } },
      ...Array.from({ length: 60 }, (_, index) => recordOf(organizationId, `r${index}`, 1)),
    ]);
    const items = await engine.itemsOf(feedPartition(organizationId));
    const seen = items.filter(({ sk }) => String(sk).startsWith('SEEN#'));
    expect(seen).toHaveLength(3);
    const STREAM_SECONDS = 86_400;
    for (const { ttl } of seen) {
      expect(Number(ttl)).toBeGreaterThanOrEqual(Date.now() / 1000 + 2 * STREAM_SECONDS);
    }
  });

  it('serializes concurrent batches of many shards', async () => {
    const organizationId = randomUUID();
    const shards = Array.from({ length: 12 }, (_, shard) =>
      Array.from({ length: 20 }, (_, index) => recordOf(organizationId, `r${shard}`, index + 1, index % 7)),
    );
    await Promise.all(
      shards.map(async (records) => {
        for (let start = 0; start < records.length; start += 5) await append(records.slice(start, start + 5));
      }),
    );
    expectComplete(await eventsOf(organizationId), shards.flat());
  });

  it('appends a batch of large events and many seconds as a whole', async () => {
    const organizationId = randomUUID();
    const noise = () => Array.from({ length: 20_000 }, () => randomUUID()).join('');
    const large = Array.from({ length: 4 }, (_, index): FeedRecord => {
      const json = JSON.stringify({
        id: `large ${index}`,
        resource: `l${index}`,
        sequence: 1,
        noise: noise(),
      });
      return { ...recordOf(organizationId, `l${index}`, 1), events: [{ type: 'person.created', json }] };
    });
    const spread = Array.from({ length: 250 }, (_, index) => ({
      ...recordOf(organizationId, `s${index}`, 1),
      second: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString().slice(0, 19),
    }));
    const records = [...large, ...spread];
    const positions = await append(records);
    expect(positions.size).toBe(records.length);
    expect(await append(records)).toEqual(positions);
    // Each page and each single read loads megabytes.
    expectComplete(await eventsOf(organizationId, { limit: 30, alsoSingly: false }), records);
    for (const record of large) {
      const position = positions.get(record);
      expect(position && (await eventAt(engine.table.reader, organizationId, position))).toBe(
        record.events[0]?.json,
      );
    }
  });
});

describe('publishers that append at the same time', () => {
  const inVirtualTable = <T>(run: (table: LaggingTable, organizationId: string) => Promise<T>) =>
    inVirtualTime(() => run(createLaggingTable({ faults: { latency: 20 } }), randomUUID()));

  it('makes no unnecessary transaction', async () => {
    await inVirtualTable(async (table, organizationId) => {
      let transactions = 0;
      const counting: Table = {
        ...table,
        writer: {
          ...table.writer,
          transact(operations) {
            transactions++;
            return table.writer.transact(operations);
          },
        },
      };
      await Promise.all(
        Array.from({ length: 12 }, (_, shard) =>
          append([recordOf(organizationId, `r${shard}`, 1)], counting),
        ),
      );
      expect((await readFeedHead(table.reader, organizationId)).chunk).toBe(12);
      expect(transactions).toBe(12);
    });
  });

  it('waits a second for a killed publisher', async () => {
    await inVirtualTable(async (table, organizationId) => {
      const killed: Table = {
        ...table,
        writer: { ...table.writer, transact: () => Promise.reject(new Error()) },
      };
      await expect(append([recordOf(organizationId, 'r', 1)], killed)).rejects.toThrow();
      const start = Date.now();
      await append([recordOf(organizationId, 's', 1)], table);
      expect(Date.now() - start).toBeGreaterThan(900);
      expect(Date.now() - start).toBeLessThan(2_000);
    });
  });

  it('appends in turn although one publisher was frozen for longer than its claim', async () => {
    await inVirtualTable(async (table, organizationId) => {
      const frozen: Table = {
        ...table,
        writer: {
          ...table.writer,
          transact: async (operations) => {
            await setTimeout(5_000);
            return table.writer.transact(operations);
          },
        },
      };
      const records = [recordOf(organizationId, 'r', 1, 1), recordOf(organizationId, 's', 1, 2)] as const;
      const first = append([records[0]], frozen);
      await setTimeout(500);
      await append([records[1]], table);
      await first;
      expectComplete(await eventsOf(organizationId, { table }), records);
    });
  });

  it('does not wait for a publisher that had nothing to append', async () => {
    await inVirtualTable(async (table, organizationId) => {
      const record = recordOf(organizationId, 'r', 1);
      await append([record], table);
      await append([record], table);
      const start = Date.now();
      await append([recordOf(organizationId, 's', 1)], table);
      expect(Date.now() - start).toBeLessThan(200);
    });
  });

  it('does not wait for the clock of a killed publisher', async () => {
    await inVirtualTable(async (table, organizationId) => {
      const killed: Table = {
        ...table,
        writer: { ...table.writer, transact: () => Promise.reject(new Error()) },
      };
      const record = recordOf(organizationId, 'r', 1);
      await onClock(3_600_000, () => expect(append([record], killed)).rejects.toThrow());
      const start = Date.now();
      await append([record], table);
      expect(Date.now() - start).toBeLessThan(200);
    });
  });
});

describe('concurrent appends, of which reads show parts', () => {
  const entryRecord = (organizationId: string, sequence: number): FeedRecord => ({
    ...recordOf(organizationId, 'e', sequence),
    entryChange: { id: 'e', sequence, isArrival: true },
  });

  /** The sequences in the feed after batches were appended, each by its own publisher. */
  const afterAppending = (
    seed: number,
    waits: readonly number[],
    batchesOf: (organizationId: string) => readonly (readonly FeedRecord[])[],
  ): Promise<readonly number[]> =>
    inVirtualTime(
      async () => {
        const faults = { latency: 20, transactionTime: 300, splitsTransactions: true };
        const table = createLaggingTable({ seed, faults });
        const organizationId = randomUUID();
        await append([recordOf(organizationId, 'other', 1)], table);
        await Promise.all(
          batchesOf(organizationId).map(async (records, index) => {
            await setTimeout(waits[index]);
            await append(records, table);
          }),
        );
        const chunks = [2, 3, 4].map((number) => readChunk(table.reader, organizationId, number));
        return (await Promise.all(chunks)).flatMap((chunk) =>
          (chunk?.events ?? []).map((event) => JSON.parse(event?.json ?? '{}').sequence),
        );
      },
      { seed },
    );
  const waits = fc.tuple(fc.nat(300), fc.nat(300));

  it.each([1, 60])(
    'appends each of %i records once, even while an append of them is in progress',
    async (count) => {
      await fc.assert(
        fc.asyncProperty(fc.integer(), waits, async (seed, between) => {
          const all = (id: string) =>
            Array.from({ length: count }, (_, index) => recordOf(id, `r${index}`, 1));
          const shown = await afterAppending(seed, between, (id) => [all(id), all(id)]);
          expect(shown).toHaveLength(count);
        }),
        { numRuns: runs(200) },
      );
    },
  );

  it('keeps the order of an entry', async () => {
    const count = exercise('2 3', '3');
    await fc.assert(
      fc.asyncProperty(fc.integer(), waits, async (seed, between) => {
        const inAnyOrder = (id: string) => [[entryRecord(id, 3)], [entryRecord(id, 2)]];
        const shown = (await afterAppending(seed, between, inAnyOrder)).join(' ');
        if (shown === '3' || shown === '2 3') count(shown);
        else expect.unreachable(`shows ${shown}`);
      }),
      { numRuns: runs(200) },
    );
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { EVENT_TYPES } from '../../../shared/contract/events/event-types.ts';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import {
  type FeedPosition,
  FIRST_POSITION,
  feedPosition,
} from '../../../shared/events/feed/feed-position.ts';
import { readFeed } from '../../../shared/events/feed/read-feed.ts';
import { readChunk } from '../../../shared/events/feed/stored-chunks.ts';
import type { CallListEntry } from '../../../shared/kinds/call-list-entry.ts';
import {
  addToEntryCount,
  changeCallList,
  changeEntry,
  createCallList,
  createEntry,
  moveEntry,
  type StoredLocator,
} from '../../../shared/records/call-lists/call-list-writes.ts';
import { readEntry } from '../../../shared/records/call-lists/call-lists.ts';
import { deleteCallListEntry } from '../../../shared/records/delete-record.ts';
import { callListEntryFromItem } from '../../../shared/records/store/call-list-entry-items.ts';
import { callListFromItem } from '../../../shared/records/store/call-list-items.ts';
import { list, optionalNumber, requiredNumber } from '../../../shared/table/items/attributes.ts';
import { callListEntryLocatorKey, callListKey } from '../../../shared/table/items/keys.ts';
import { DELETED_VERSION_ATTRIBUTE, FIRST_VERSIONS_ATTRIBUTE } from '../../../shared/table/items/schema.ts';
import { versionOf } from '../../../shared/table/items/versions.ts';
import { LOST, retryLostRaces } from '../../../shared/table/lost-races.ts';
import type { Item } from '../../../shared/table/reader.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { WriteOperation } from '../../../shared/table/writer.ts';
import { createLaggingTable, type LaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { createFakeBus, type FakeBus } from '../../support/events/fake-bus.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { createRandom } from '../../support/values/random.ts';

const ALL_TYPES = new Set(EVENT_TYPES);

const RETENTION_DAYS = 30;
const SHARDS = 4;
const ENTRIES = 3;
const LISTS = 2;

/** In parts, transactions appear slower than the publishers follow the stream. */
const FAULTS = { latency: 20, readLag: 300, transactionTime: 150, splitsTransactions: true };

const UNSET: Omit<CallListEntry, 'id' | 'callListId' | 'position' | 'note'> = {
  personId: null,
  companyId: null,
  phone: null,
  status: 'pending',
  attempts: 0,
  lastCalledAt: null,
  lastDisposition: null,
  nextCallAt: null,
  addedAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  changedAt: '',
};

const storedLocator = (item: Item | undefined): StoredLocator | undefined =>
  item && {
    callListId: String(item['callListId']),
    position: requiredNumber(item, 'position'),
    version: requiredNumber(item, 'version'),
    deletedVersion: optionalNumber(item, DELETED_VERSION_ATTRIBUTE) ?? undefined,
    firstVersions: list(item, FIRST_VERSIONS_ATTRIBUTE),
  };

type Step =
  | { readonly kind: 'put'; readonly entry: number; readonly list: number; readonly position: number }
  | { readonly kind: 'delete'; readonly entry: number }
  | { readonly kind: 'rename'; readonly list: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('put'),
        entry: fc.nat(ENTRIES - 1),
        list: fc.nat(LISTS - 1),
        position: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), entry: fc.nat(ENTRIES - 1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename'), list: fc.nat(LISTS - 1) }) },
  ),
  { minLength: 5, maxLength: 40 },
);

/** Call lists and entries that are written as by an import. */
const createLists = (table: Table, organizationId: string) => {
  const { reader, writer } = table;
  const lists = Array.from({ length: LISTS }, () => randomUUID());
  const entries = Array.from({ length: ENTRIES }, () => randomUUID());
  let changes = 0;

  const transact = async (operations: (now: Date) => readonly WriteOperation[]) =>
    (await writer.transact(operations)) ? undefined : LOST;

  const rename = (list: number) =>
    retryLostRaces(async () => {
      const stored = await reader.get(callListKey(organizationId, lists[list] ?? ''), {
        consistentRead: true,
      });
      const name = `Name ${++changes}`;
      return transact((now) => {
        const options = { organizationId, isSilent: false, now };
        if (stored !== undefined) {
          const { isLocked, ...callList } = callListFromItem(stored);
          // Two events.
          return [changeCallList({ ...callList, name, isLocked: !isLocked }, stored, options)];
        }
        const created = { id: lists[list] ?? '', name, isLocked: false };
        return [createCallList({ ...created, createdAt: UNSET.addedAt, changedAt: '' }, undefined, options)];
      });
    });

  const put = ({ entry: index, list, position }: Extract<Step, { readonly kind: 'put' }>) =>
    retryLostRaces(async () => {
      const id = entries[index] ?? '';
      const stored = await readEntry(reader, organizationId, id);
      if (stored === LOST) return LOST;
      const note = `Note ${++changes}`;
      if (stored === undefined) {
        const callListId = lists[list] ?? '';
        const locatorKey = callListEntryLocatorKey(organizationId, id);
        const locator = storedLocator(await reader.get(locatorKey, { consistentRead: true }));
        return transact((now) => [
          ...createEntry({ ...UNSET, id, callListId, position, note }, locator, {
            organizationId,
            isSilent: false,
            now,
          }),
          addToEntryCount(organizationId, callListId, 1),
        ]);
      }
      const entry: CallListEntry = { ...stored.entry, position, note };
      const locator = storedLocator(stored.locator);
      if (locator === undefined) throw new Error('The entry has no locator.');
      return transact((now) => {
        const options = { organizationId, isSilent: false, now };
        return position === stored.entry.position
          ? changeEntry(entry, stored, options)
          : moveEntry(entry, stored, locator, options);
      });
    });

  const remove = (index: number) =>
    deleteCallListEntry(
      table,
      { organizationId, kind: 'call_list_entry', id: entries[index] ?? '' },
      { actor: { id: 'a', name: 'a', from: null } },
    );

  return async (step: Step): Promise<void> => {
    if (step.kind === 'rename') await rename(step.list);
    else if (step.kind === 'put') await put(step);
    else await remove(step.entry);
  };
};

/** Publishers of the shards of a table's stream, which Lambda retries from where each batch failed. */
const createPublishers = (
  table: LaggingTable,
  organizationId: string,
  bus: FakeBus,
  random: () => number,
  count: (name: 'killed' | 'repeated') => void,
) => {
  const shardOf = new Map<string, number>();
  const shards = Array.from({ length: SHARDS }, (): { records: DynamoDBRecord[]; done: number } => ({
    records: [],
    done: 0,
  }));
  let seen = 0;
  /** Assigns records to shards by the key of their item, also within a partition. */
  const receive = async (): Promise<void> => {
    const records = await table.recordsOf(`ORG#${organizationId}#CALL_LIST#`);
    for (const record of records.slice(seen)) {
      const key = JSON.stringify(record.dynamodb?.Keys);
      const shard = shardOf.get(key) ?? Math.floor(random() * SHARDS);
      shardOf.set(key, shard);
      shards[shard]?.records.push(record);
    }
    seen = records.length;
  };

  const publisherOf = (isKilled: boolean) =>
    createEventPublisher({
      table: {
        ...table,
        writer: {
          ...table.writer,
          async transact(operations) {
            const isBefore = random() < 0.5;
            // Its append continues, or was not sent.
            const write = isKilled && isBefore ? undefined : table.writer.transact(operations);
            if (!isKilled) return (await write) ?? false;
            write?.catch(() => undefined);
            await setTimeout(random() * 100);
            count('killed');
            throw new Error('The function was killed.');
          },
        },
      },
      retentionDays: RETENTION_DAYS,
      bus,
      backoff: () => setTimeout(10),
    });

  const publish = (records: readonly DynamoDBRecord[], isKilled: boolean) =>
    publisherOf(isKilled)({ Records: [...records] }, { getRemainingTimeInMillis: () => 60_000 });

  const follow = async (shard: { records: readonly DynamoDBRecord[]; done: number }): Promise<void> => {
    const size = 1 + Math.floor(random() * 6);
    const batch = shard.records.slice(shard.done, shard.done + size);
    if (batch.length === 0) return;
    try {
      const { batchItemFailures } = await publish(batch, random() < 0.2);
      const failed = batch.findIndex(
        ({ dynamodb }) => dynamodb?.SequenceNumber === batchItemFailures[0]?.itemIdentifier,
      );
      // Sometimes, Lambda does not note that a batch is done.
      if (random() > 0.1) shard.done += failed === -1 ? batch.length : failed;
      else count('repeated');
    } catch {
      await setTimeout(random() * 200);
    }
  };

  return {
    async run(isWriting: () => boolean): Promise<void> {
      await Promise.all(
        shards.map(async (shard) => {
          for (;;) {
            const isLast = !isWriting();
            await receive();
            await follow(shard);
            if (isLast && shard.done >= shard.records.length) return;
            // Now and then, a shard is far behind.
            await setTimeout(random() < 0.1 ? random() * 5_000 : random() * 300);
          }
        }),
      );
    },
    /** Repeats everything, in large batches. */
    async repeat(): Promise<void> {
      for (const { records } of shards) await publish(records, false);
    },
  };
};

const readAll = async ({ reader }: Table, organizationId: string): Promise<readonly ResourceEvent[]> => {
  const events: ResourceEvent[] = [];
  for (let start: FeedPosition = FIRST_POSITION; ; ) {
    const query = { organizationId, start, limit: 10, types: ALL_TYPES, now: new Date() };
    const page = await readFeed(reader, query);
    if (page === undefined) throw new Error('The feed has expired.');
    events.push(...page.events.map(({ json }) => JSON.parse(json)));
    start = page.next;
    if (!page.hasMore) return events;
  }
};

/** What a consumer has that applies the events in order. */
const copyOf = (events: readonly ResourceEvent[]): ReadonlyMap<string, unknown> => {
  const copy = new Map<string, unknown>();
  for (const { type, data } of events) {
    if (!type.startsWith('call_list_entry.')) continue;
    if (type.endsWith('.deleted')) copy.delete(data.id);
    else copy.set(data.id, data);
  }
  return copy;
};

describe('the publishers of several shards', () => {
  beforeAll(() => {
    for (const method of ['info', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation(() => undefined);
    }
    return () => vi.restoreAllMocks();
  });

  it('lets a copy apply the feed in order, whatever is moved, late, killed and repeated', async () => {
    const count = exercise('killed', 'repeated', 'throttled', 'entries left', 'deletions', 'arrivals');
    await fc.assert(
      fc.asyncProperty(steps, fc.integer(), (history, seed) =>
        inVirtualTime(
          async () => {
            const table = createLaggingTable({ seed, faults: FAULTS });
            const organizationId = randomUUID();
            const random = createRandom(seed);
            const bus = createFakeBus(() => {
              if (random() >= 0.05) return undefined;
              count('throttled');
              return 'ThrottlingException';
            });
            const write = createLists(table, organizationId);
            const publishers = createPublishers(table, organizationId, bus, random, count);
            let isWriting = true;
            const writeAll = async () => {
              for (let list = 0; list < LISTS; list++) await write({ kind: 'rename', list });
              for (const step of history) {
                await write(step);
                await setTimeout(random() < 0.2 ? random() * 3_000 : 0);
              }
              isWriting = false;
            };
            await Promise.all([writeAll(), publishers.run(() => isWriting)]);
            table.faults = { ...table.faults, readLag: 0 };
            const events = await readAll(table, organizationId);
            await publishers.repeat();
            expect(await readAll(table, organizationId)).toEqual(events);

            expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
            for (const [, ofOne] of Map.groupBy(events, ({ data }) => data.id)) {
              const isEntry = ofOne[0]?.type.startsWith('call_list_entry.');
              const sequences = ofOne.map(({ sequence }) => sequence);
              const increasing = isEntry ? sequences : [...new Set(sequences)];
              expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
              expect(new Set(increasing).size).toBe(increasing.length);
              // Lists never move.
              if (!isEntry) expect(increasing).toEqual(increasing.map((_, index) => index + 1));
            }
            for (const { type } of events) {
              if (type === 'call_list_entry.deleted') count('deletions');
              if (type === 'call_list_entry.created') count('arrivals');
            }
            const items = await table.itemsOf(`ORG#${organizationId}#CALL_LIST#`);
            const stored = items.filter(({ sk }) => String(sk).startsWith('ENTRY#'));
            count('entries left', stored.length);
            expect(copyOf(events)).toEqual(
              new Map(stored.map((item) => [item['id'], callListEntryFromItem(item)])),
            );
            const last = new Map(events.map(({ data, sequence }) => [data.id, sequence]));
            expect(stored.map(({ id }) => last.get(String(id)))).toEqual(stored.map(versionOf));

            for (const { feedPosition: text = '', event } of bus.details()) {
              const position = feedPosition(text);
              const chunk = position && (await readChunk(table.reader, organizationId, position.chunk));
              expect(JSON.parse(chunk?.events[position?.index ?? -1]?.json ?? '{}').id).toBe(event.id);
            }
            expect(new Set(bus.details().map(({ event }) => event.id))).toEqual(
              new Set(events.map(({ id }) => id)),
            );
          },
          { seed },
        ),
      ),
      { numRuns: runs(40) },
    );
  });
});

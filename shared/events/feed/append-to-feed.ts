import { timestampOf } from '../../domain/timestamp.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { withFullJitter } from '../../table/backoff.ts';
import { feedHeadKey } from '../../table/items/feed-keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { TableUnavailableError } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { MAX_TRANSACTION_WRITES, type WriteOperation } from '../../table/writer.ts';
import { itemsOfCompleteBlock, typesWith } from './chunk-types.ts';
import { type EntryChange, itemsOfArrivals, laterArrival, readEntryOrder } from './entry-order.ts';
import { type FeedEvent, itemsOfChunk, MAX_PARTS } from './feed-chunk.ts';
import { inEpoch } from './feed-epoch.ts';
import { claimFeed, keptDaysOf, unchangedHead, withLimit } from './feed-head.ts';
import type { FeedPosition } from './feed-position.ts';
import { readSeenRecords, type SeenRecord } from './seen-records.ts';

/** A record of the table's stream with its events, at least one. */
export interface FeedRecord extends SeenRecord {
  readonly organizationId: string;
  readonly events: readonly FeedEvent[];
  /** How the record changes a call list entry; `undefined` for other resources. */
  readonly entryChange?: EntryChange | undefined;
}

/** Where an event is in the feed. */
export interface AppendedPosition extends FeedPosition {
  /** For how many days the organization keeps it. */
  readonly keptDays: number;
  /** Whether the organization had no webhook endpoint yet when it was appended. */
  readonly isUnsubscribed: boolean;
  /** The epoch of the feed. Its events have other ids and sequences than those of the record: {@link inEpoch}. */
  readonly epoch: number;
}

/** Organizations at a time. */
const CONCURRENCY = 8;

/** Attempts per append. Each lost one means that another publisher appends. */
export const APPEND_ATTEMPTS = 20;

/**
 * The longest wait after a lost attempt, in milliseconds. The publisher that won comes back at once with its
 * next changes: with longer waits, it wins again and again. `npm run bench -- scale` simulates this.
 */
export const LONGEST_APPEND_WAIT = 500;

/**
 * Days after the retention until DynamoDB may delete a chunk, so that none is missing that a reader still
 * shows.
 */
const DELETION_DAYS = 1;

const SECONDS_PER_DAY = 86_400;

/** Keeps a transaction below 4 MB, and a chunk below ten parts and quick to decompress. */
const MAX_APPENDED_BYTES = 1_500_000;

/** Leaves room for the head, the types of the block before, and the parts of the chunk. */
const MAX_SEEN_WRITES = MAX_TRANSACTION_WRITES - 2 - MAX_PARTS;

/** Up to two lists of a second's records. */
const WRITES_PER_SECOND = 2;

/** Cuts records into groups that one append takes. */
const groupsOf = (records: readonly FeedRecord[]): readonly (readonly FeedRecord[])[] => {
  const groups: FeedRecord[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  let seconds = new Set<string>();
  let arrivals = new Set<string>();
  for (const record of records) {
    const added = record.events.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
    const writes = WRITES_PER_SECOND * (seconds.size + 1) + arrivals.size + 1;
    if (bytes + added > MAX_APPENDED_BYTES || writes > MAX_SEEN_WRITES) {
      groups.push([]);
      bytes = 0;
      seconds = new Set();
      arrivals = new Set();
    }
    groups.at(-1)?.push(record);
    bytes += added;
    seconds.add(record.second);
    const arrival = laterArrival(record);
    if (arrival !== undefined) arrivals.add(arrival.id);
  }
  return groups;
};

const latest = (...times: readonly string[]): string => times.reduce((a, b) => (a > b ? a : b));

/**
 * Appends the events of one organization that are not in its feed yet, in one transaction. It is conditional
 * on the end of the feed that was read first, so appends happen one after the other; and on what was seen, so
 * each event is appended once, also if a read does not show another append in whole. Changes of an entry that
 * would follow later ones of it are omitted.
 */
const append = async (
  { reader, writer }: Table,
  organizationId: string,
  records: readonly FeedRecord[],
  retentionDays: number,
): Promise<ReadonlyMap<FeedRecord, AppendedPosition>> => {
  for (let attempt = 1; attempt <= APPEND_ATTEMPTS; attempt++) {
    if (attempt > 1) await withFullJitter(attempt - 1, LONGEST_APPEND_WAIT);
    const claim = await claimFeed(writer, organizationId);
    if (claim === undefined) continue;
    const { head } = claim;
    const [seen, isOvertaken] = await Promise.all([
      readSeenRecords(reader, organizationId, records),
      readEntryOrder(reader, organizationId, records),
    ]);
    const limited = withLimit(head, { retentionDays }, new Date());
    const keptDays = keptDaysOf(limited);
    const { isUnsubscribed, epoch } = head;
    const positions = new Map<FeedRecord, AppendedPosition>();
    const added = new Map<FeedRecord, FeedPosition>();
    const events: FeedEvent[] = [];
    const number = head.chunk + 1;
    for (const record of records) {
      const known = seen.positionOf(record);
      if (known !== undefined) {
        positions.set(record, { ...known, keptDays, isUnsubscribed, epoch });
        continue;
      }
      if (isOvertaken(record)) continue;
      const position = { chunk: number, index: events.length };
      positions.set(record, { ...position, keptDays, isUnsubscribed, epoch });
      added.set(record, position);
      events.push(...record.events.map((event) => ({ ...event, json: inEpoch(event.json, epoch) })));
    }
    if (added.size === 0) {
      await claim.release();
      return positions;
    }

    const isAppended = await writer.transact((now): readonly WriteOperation[] => {
      const at = latest(timestampOf(now), head.at, ...records.map(({ second }) => `${second}.000Z`));
      const expiry = Math.ceil(Date.parse(at) / 1000) + (keptDays + DELETION_DAYS) * SECONDS_PER_DAY;
      const items = [
        ...itemsOfChunk(organizationId, { number, at, revision: 0, events }, expiry),
        ...itemsOfCompleteBlock(organizationId, head, expiry),
        ...itemsOfArrivals(organizationId, [...added.keys()], now),
      ];
      const { lengthenedAt, daysBefore, expiredBefore } = limited;
      const limit = { retentionDays, lengthenedAt, daysBefore, expiredBefore };
      const types = typesWith(
        head,
        events.map(({ type }) => type),
      );
      const changes = { chunk: number, at, types, ...limit, claimedUntil: null };
      return [
        // An update keeps the organization's limit.
        { update: updateOf(feedHeadKey(organizationId), changes, unchangedHead(head)) },
        ...seen.writesWith(added, number, now),
        ...items.map((item) => ({ put: { Item: { ...item } } })),
      ];
    });
    if (isAppended) return positions;
    await claim.release();
  }
  throw new TableUnavailableError('Other events kept being appended to the feed. Retry the batch.');
};

/**
 * Appends events to the feeds of their organizations, each event once, however often and in whatever batches
 * their records are repeated. If it fails, some may be appended: repeat it with the same records.
 *
 * @param records in the order of their changes
 * @param retentionDays how long consumers can read the events
 * @returns the position of the first event of each record that is not omitted, and how long it is kept
 */
export const appendToFeed = async (
  table: Table,
  records: readonly FeedRecord[],
  retentionDays: number,
): Promise<ReadonlyMap<FeedRecord, AppendedPosition>> => {
  const positions = new Map<FeedRecord, AppendedPosition>();
  const byOrganization = Map.groupBy(records, ({ organizationId }) => organizationId);
  await forEachConcurrently([...byOrganization], CONCURRENCY, async ([organizationId, ofOrganization]) => {
    for (const group of groupsOf(ofOrganization)) {
      for (const [record, position] of await append(table, organizationId, group, retentionDays)) {
        positions.set(record, position);
      }
    }
  });
  return positions;
};

import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import { busEntryOf, type EventBus, putInOrder } from '../../../shared/events/event-bus.ts';
import {
  type AppendedPosition,
  appendToFeed,
  type FeedRecord,
} from '../../../shared/events/feed/append-to-feed.ts';
import type { EntryChange } from '../../../shared/events/feed/entry-order.ts';
import { inEpoch } from '../../../shared/events/feed/feed-epoch.ts';
import { feedPositionText } from '../../../shared/events/feed/feed-position.ts';
import { movedEntries } from '../../../shared/events/moved-entries.ts';
import { type PublishedEvent, publishedEvent } from '../../../shared/events/published-event.ts';
import { failedFrom, readInOrder } from '../../../shared/events/stream-records.ts';
import { readChange, type TableChange } from '../../../shared/events/table-change.ts';
import type { Table } from '../../../shared/table/table.ts';
import { eventsOfChange } from './events-of-change.ts';

export interface EventPublisherDependencies {
  readonly table: Table;
  /** How long the feed keeps events. */
  readonly retentionDays: number;
  readonly bus: EventBus;
  /** Whether the bus also gets the events of organizations without webhook endpoints. @default false */
  readonly publishesEveryEvent?: boolean;
  /** Waits before retry number `retry`, from 1. */
  readonly backoff: (retry: number) => Promise<void>;
}

interface PublishedChange extends FeedRecord {
  readonly change: TableChange;
  readonly published: readonly PublishedEvent[];
}

const entryChangeOf = (
  { before }: TableChange,
  { type, sequence, data: { id } }: ResourceEvent,
): EntryChange | undefined =>
  type.startsWith('call_list_entry.') ? { id, sequence, isArrival: before === undefined } : undefined;

/** What to append and to publish of a stream record. */
const publishedChanges = (record: DynamoDBRecord): readonly PublishedChange[] => {
  const change = readChange(record);
  if (change === undefined) return [];
  const published = eventsOfChange(change).map(publishedEvent);
  return [
    {
      change,
      published,
      organizationId: change.resource.organizationId,
      id: [change.recordId, change.streamSequence, change.key.pk, change.key.sk],
      second: change.at.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length),
      events: published.map(({ event, json }) => ({ type: event.type, json, mark: change.mark })),
      entryChange: published.map(({ event }) => entryChangeOf(change, event))[0],
    },
  ];
};

/** The bus entries of a change: none of a silent one. */
const busEntriesOf = (
  { change, published }: PublishedChange,
  { chunk, index, keptDays, epoch }: AppendedPosition,
) =>
  change.isSilent
    ? []
    : published.map(({ json, ...event }, place) =>
        busEntryOf(
          { ...event, json: inEpoch(json, epoch) },
          change.streamSequence,
          feedPositionText({ chunk, index: index + place }),
          keptDays,
        ),
      );

/**
 * Appends the events of the table's changes to the feed, then puts those of organizations with webhook
 * endpoints on the bus, both in order. Stops at
 * the first record that cannot be read or whose event was rejected, and reports it, so that Lambda retries
 * from there.
 *
 * @throws Error if that is the first of several records
 */
export const createEventPublisher =
  ({ table, retentionDays, bus, publishesEveryEvent = false, backoff }: EventPublisherDependencies) =>
  async (
    { Records: records }: DynamoDBStreamEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<DynamoDBBatchResponse> => {
    const { values: changes, unreadable } = await readInOrder(records, publishedChanges);
    const moved = await movedEntries(
      changes.map(({ change }) => change),
      table.reader,
    );
    const published = changes.filter(({ change, events }) => events.length > 0 && !moved.has(change));
    const positions = await appendToFeed(table, published, retentionDays);
    const entries = published.flatMap((each) => {
      const position = positions.get(each);
      if (position === undefined || (position.isUnsubscribed && !publishesEveryEvent)) return [];
      return busEntriesOf(each, position);
    });
    const { put, errorCodes } = await putInOrder(entries, {
      bus,
      backoff,
      hasTime: () => context.getRemainingTimeInMillis() > bus.longestPut,
    });
    const failed = entries[put] ?? unreadable;

    const line = { records: records.length, events: put, failures: entries.length - put };
    if (failed === undefined) {
      console.info(line);
      return { batchItemFailures: [] };
    }
    console.error({ ...line, errorCodes, ...(unreadable && { unreadable: unreadable.message }) });
    return failedFrom(records, failed.streamSequence);
  };

import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { EventBus } from '../../shared/events/event-bus.ts';
import { movedEntries } from '../../shared/events/moved-entries.ts';
import { prepareRecords } from '../../shared/events/prepare-records.ts';
import { putInOrder } from '../../shared/events/put-in-order.ts';
import type { TableReader } from '../../shared/table/reader.ts';

export interface EventPublisherDependencies {
  readonly reader: TableReader;
  readonly bus: EventBus;
  /** Waits before retry number `retry`, from 1. */
  readonly backoff: (retry: number) => Promise<void>;
}

/**
 * Puts the events of the table's changes on the bus, in order. Stops at the first record that cannot be read or whose
 * event was rejected, and reports it, so that Lambda retries from there
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html).
 *
 * Throws an UnreadableRecordError if that is the first record and others follow: Lambda then splits the batch until
 * the record is alone. If it were reported, Lambda would retry the whole batch and finally discard it.
 */
export const createEventPublisher =
  ({ reader, bus, backoff }: EventPublisherDependencies) =>
  async (
    { Records: records }: DynamoDBStreamEvent,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<DynamoDBBatchResponse> => {
    const { changes, unreadable } = prepareRecords(records);
    const moved = await movedEntries(
      changes.map(({ change }) => change),
      reader,
    );
    const events = changes.flatMap(({ index, change, entries }) =>
      moved.has(change) ? [] : entries.map((entry) => ({ index, entry })),
    );
    const { put, firstMissing, errorCodes } = await putInOrder(
      events.map(({ entry }) => entry),
      { bus, backoff, hasTime: () => context.getRemainingTimeInMillis() > bus.longestPut },
    );
    const missing = firstMissing === undefined ? undefined : events[firstMissing];
    const failed = missing ?? unreadable;

    const line = { records: records.length, events: put, failures: events.length - put };
    if (failed === undefined) {
      console.info(line);
      return { batchItemFailures: [] };
    }
    const unread = unreadable === undefined ? {} : { unreadable: unreadable.error.message };
    console.error({ ...line, errorCodes, ...unread });
    if (unreadable !== undefined && failed.index === 0 && missing === undefined && records.length > 1) {
      throw unreadable.error;
    }
    // Lambda treats an empty identifier as a failure of the whole batch.
    return {
      batchItemFailures: [{ itemIdentifier: records[failed.index]?.dynamodb?.SequenceNumber ?? '' }],
    };
  };

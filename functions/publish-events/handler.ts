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
    const moved = await movedEntries([...changes.keys()], reader);
    const entries = [...changes].flatMap(([change, ofChange]) => (moved.has(change) ? [] : ofChange));
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
    if (failed === unreadable && changes.size === 0 && records.length > 1) throw unreadable;
    // Lambda treats an empty identifier as a failure of the whole batch.
    return { batchItemFailures: [{ itemIdentifier: failed.streamSequence ?? '' }] };
  };

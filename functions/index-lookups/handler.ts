import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { chunkOfRecord } from '../../shared/events/chunk-of-record.ts';
import { failedFrom, readInOrder } from '../../shared/events/stream-records.ts';
import { readChange } from '../../shared/events/table-change.ts';
import { eventLookups } from '../../shared/lookups/event-lookups.ts';
import { type LookupChange, lastChanges, lookupChanges } from '../../shared/lookups/lookup-changes.ts';
import type { LookupStore } from '../../shared/lookups/lookup-store.ts';
import type { TableReader } from '../../shared/table/reader.ts';

const changesOf = async (reader: TableReader, record: DynamoDBRecord): Promise<readonly LookupChange[]> => {
  const change = readChange(record);
  if (change !== undefined) return lookupChanges(change);
  const appended = await chunkOfRecord(reader, record);
  return appended === undefined ? [] : eventLookups(appended.organizationId, appended.chunk);
};

/**
 * Keeps the lookups of people, companies, call list entries and events in step with the table's changes.
 * Reports the first record that was not processed, so that Lambda retries from there.
 *
 * @throws Error if that is the first of several
 */
export const createLookupIndexer =
  ({ reader, store }: { readonly reader: TableReader; readonly store: LookupStore }) =>
  async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const line: Record<string, unknown> = { records: records.length };
    let failed: string | undefined;
    try {
      const { values, unreadable } = await readInOrder(records, (record) => changesOf(reader, record));
      line['lookups'] = values.length;
      await store.apply(lastChanges(values));
      if (unreadable === undefined) {
        console.info(line);
        return { batchItemFailures: [] };
      }
      console.error({ ...line, unreadable: unreadable.message });
      failed = unreadable.streamSequence;
    } catch (error) {
      console.error({ ...line, failure: error instanceof Error ? error.name : typeof error });
      failed = records[0]?.dynamodb?.SequenceNumber;
    }
    return failedFrom(records, failed);
  };

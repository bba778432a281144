import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { chunkOfRecord } from '../../../shared/events/chunk-of-record.ts';
import { eventLookups, indexedChunk } from '../../../shared/events/event-lookups.ts';
import { failedFrom, readInOrder } from '../../../shared/events/stream-records.ts';
import { readChange } from '../../../shared/events/table-change.ts';
import { lastChanges, lookupChanges } from '../../../shared/records/lookups/lookup-changes.ts';
import type { LookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import type { LookupChange } from '../../../shared/table/items/lookup.ts';
import type { TableReader } from '../../../shared/table/reader.ts';

interface RecordLookups {
  readonly changes: readonly LookupChange[];
  /** Lookups to write after the changes. */
  readonly mark?: LookupChange;
}

const lookupsOf = async (reader: TableReader, record: DynamoDBRecord): Promise<readonly RecordLookups[]> => {
  const change = readChange(record);
  if (change !== undefined) return [{ changes: lookupChanges(change) }];
  const appended = await chunkOfRecord(reader, record);
  if (appended === undefined) return [];
  const { organizationId, chunk } = appended;
  return [{ changes: eventLookups(organizationId, chunk), mark: indexedChunk(organizationId, chunk) }];
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
      const { values, unreadable } = await readInOrder(records, (record) => lookupsOf(reader, record));
      const changes = values.flatMap((each) => each.changes);
      line['lookups'] = changes.length;
      await store.apply(lastChanges(changes));
      await store.apply(lastChanges(values.flatMap(({ mark }) => mark ?? [])));
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

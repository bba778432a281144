import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { chunkOfRecord } from '../../shared/events/chunk-of-record.ts';
import { keyOfRecord, readChange } from '../../shared/events/table-change.ts';
import { eventLookups } from '../../shared/lookups/event-lookups.ts';
import { type LookupChange, lastChanges, lookupChanges } from '../../shared/lookups/lookup-changes.ts';
import type { LookupStore } from '../../shared/lookups/lookup-store.ts';
import { CorruptItemError } from '../../shared/table/items/attributes.ts';
import { type TableReader, TableUnavailableError } from '../../shared/table/reader.ts';

const changesOf = async (reader: TableReader, record: DynamoDBRecord): Promise<readonly LookupChange[]> => {
  const change = readChange(record);
  if (change !== undefined) return lookupChanges(change);
  const appended = await chunkOfRecord(reader, record);
  return appended === undefined ? [] : eventLookups(appended.organizationId, appended.chunk);
};

/** Describes an unreadable record without its content, which the messages of other errors may quote. */
const describe = (record: DynamoDBRecord, error: unknown): string => {
  const { pk, sk } = keyOfRecord(record);
  const reason =
    error instanceof CorruptItemError ? error.message : error instanceof Error ? error.name : typeof error;
  return `The look-ups of the item ${pk} / ${sk} are unknown (${record.eventID}): ${reason}`;
};

interface ReadRecords {
  readonly changes: readonly LookupChange[];
  /** The first record that cannot be read, with its description. Later records are not processed. */
  readonly unreadable: { readonly record: DynamoDBRecord; readonly description: string } | undefined;
}

const readRecords = async (reader: TableReader, records: readonly DynamoDBRecord[]): Promise<ReadRecords> => {
  const changes: LookupChange[] = [];
  for (const record of records) {
    try {
      changes.push(...(await changesOf(reader, record)));
    } catch (error) {
      if (error instanceof TableUnavailableError) throw error;
      return { changes, unreadable: { record, description: describe(record, error) } };
    }
  }
  return { changes, unreadable: undefined };
};

/** Lambda treats an empty identifier as a failure of the whole batch. */
const failedFrom = (record: DynamoDBRecord | undefined): DynamoDBBatchResponse => ({
  batchItemFailures: [{ itemIdentifier: record?.dynamodb?.SequenceNumber ?? '' }],
});

/**
 * Keeps the look-ups of people, companies, call list entries and events in step with the table's changes. Reports the
 * first record that was not processed, so that Lambda retries from there
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html).
 *
 * Throws if the first of several records cannot be read: Lambda then splits the batch until the record is alone. If it
 * were reported, Lambda would retry the whole batch and finally discard it.
 */
export const createLookupIndexer =
  ({ reader, store }: { readonly reader: TableReader; readonly store: LookupStore }) =>
  async ({ Records: records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const line: Record<string, unknown> = { records: records.length };
    let unreadable: ReadRecords['unreadable'];
    try {
      const read = await readRecords(reader, records);
      unreadable = read.unreadable;
      line['lookups'] = read.changes.length;
      await store.apply(lastChanges(read.changes));
    } catch (error) {
      console.error({ ...line, failure: error instanceof Error ? error.name : typeof error });
      return failedFrom(records[0]);
    }
    if (unreadable === undefined) {
      console.info(line);
      return { batchItemFailures: [] };
    }
    if (unreadable.record === records[0] && records.length > 1) throw new Error(unreadable.description);
    console.error({ ...line, unreadable: unreadable.description });
    return failedFrom(unreadable.record);
  };

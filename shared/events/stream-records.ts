import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { CorruptItemError } from '../table/items/attributes.ts';
import { TableUnavailableError } from '../table/reader.ts';
import { keyOfRecord } from './table-change.ts';

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** A stream record that cannot be read. The message names the item without its content. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
  readonly streamSequence: string | undefined;

  constructor(record: DynamoDBRecord, cause: unknown) {
    const { pk, sk } = keyOfRecord(record);
    // The messages of other errors may quote the content.
    const reason = cause instanceof CorruptItemError ? cause.message : `It fails with a ${nameOf(cause)}.`;
    super(`A change of the item ${pk} / ${sk} cannot be read (${record.eventID}): ${reason}`);
    this.streamSequence = record.dynamodb?.SequenceNumber;
  }
}

export interface ReadRecords<T> {
  readonly values: readonly T[];
  /** The first record that cannot be read. Later records are not read. */
  readonly unreadable: UnreadableRecordError | undefined;
}

/**
 * Reads stream records in order, up to the first unreadable one.
 *
 * @throws TableUnavailableError if reading needs the table
 */
export const readInOrder = async <T>(
  records: readonly DynamoDBRecord[],
  read: (record: DynamoDBRecord) => readonly T[] | Promise<readonly T[]>,
): Promise<ReadRecords<T>> => {
  const values: T[] = [];
  for (const record of records) {
    try {
      values.push(...(await read(record)));
    } catch (error) {
      if (error instanceof TableUnavailableError) throw error;
      return { values, unreadable: new UnreadableRecordError(record, error) };
    }
  }
  return { values, unreadable: undefined };
};

/**
 * Tells Lambda the first record that was not processed, from which it retries
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html). Lambda treats an
 * empty identifier as a failure of the whole batch.
 *
 * @throws Error if that is the first of several. Lambda then splits the batch until the record is alone; if
 * it were reported, Lambda would retry the whole batch and finally discard it.
 */
export const failedFrom = (
  records: readonly DynamoDBRecord[],
  streamSequence: string | undefined,
): DynamoDBBatchResponse => {
  if (records.length > 1 && streamSequence === records[0]?.dynamodb?.SequenceNumber) {
    throw new Error(`The first of ${records.length} records was not processed. Lambda splits the batch.`);
  }
  return { batchItemFailures: [{ itemIdentifier: streamSequence ?? '' }] };
};

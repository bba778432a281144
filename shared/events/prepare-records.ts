import type { DynamoDBRecord } from 'aws-lambda';
import { CorruptItemError } from '../table/items/attributes.ts';
import { eventsOfChange } from './events-of-change.ts';
import { type PublishedEvent, publishedEvent } from './published-event.ts';
import { keyOfRecord, readChange, type TableChange } from './table-change.ts';

/** A stream record that cannot be converted into an event. The message names the item without its content. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
  readonly streamSequence: string | undefined;

  constructor(record: DynamoDBRecord, cause: unknown) {
    const { pk, sk } = keyOfRecord(record);
    // The messages of other errors may quote the content.
    const reason = cause instanceof CorruptItemError ? cause.message : `It fails with a ${nameOf(cause)}.`;
    super(`A change of the item ${pk} / ${sk} cannot be made an event (${record.eventID}): ${reason}`);
    this.streamSequence = record.dynamodb?.SequenceNumber;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

export interface PreparedRecords {
  /** The changes with their events, in order. */
  readonly changes: ReadonlyMap<TableChange, readonly PublishedEvent[]>;
  /** The first record that cannot be read. Later records are not processed. */
  readonly unreadable: UnreadableRecordError | undefined;
}

/** Reads stream records in order, up to the first unreadable one. */
export const prepareRecords = (records: readonly DynamoDBRecord[]): PreparedRecords => {
  const changes = new Map<TableChange, readonly PublishedEvent[]>();
  for (const record of records) {
    try {
      const change = readChange(record);
      if (change !== undefined) changes.set(change, eventsOfChange(change).map(publishedEvent));
    } catch (error) {
      return { changes, unreadable: new UnreadableRecordError(record, error) };
    }
  }
  return { changes, unreadable: undefined };
};

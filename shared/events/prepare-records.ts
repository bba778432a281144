import type { DynamoDBRecord } from 'aws-lambda';
import { CorruptItemError } from '../table/items/attributes.ts';
import type { BusEntry } from './event-bus.ts';
import { busEntryOf } from './event-bus.ts';
import { eventsOfChange } from './events-of-change.ts';
import { keyOfRecord, readChange, type TableChange } from './table-change.ts';

/** A stream record that cannot be converted into an event. The message names the item without its content. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError';
  constructor(record: DynamoDBRecord, cause: unknown) {
    const { pk, sk } = keyOfRecord(record);
    // The messages of other errors may quote the content.
    const reason = cause instanceof CorruptItemError ? cause.message : `It fails with a ${nameOf(cause)}.`;
    super(`A change of the item ${pk} / ${sk} cannot be made an event (${record.eventID}): ${reason}`);
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** A change with its bus entries. */
export interface PreparedChange {
  /** The index of its record. */
  readonly index: number;
  readonly change: TableChange;
  readonly entries: readonly BusEntry[];
}

export interface PreparedRecords {
  readonly changes: readonly PreparedChange[];
  /** The first record that cannot be read. Later records are not processed. */
  readonly unreadable: { readonly index: number; readonly error: UnreadableRecordError } | undefined;
}

/** Reads stream records in order, up to the first unreadable one. */
export const prepareRecords = (records: readonly DynamoDBRecord[]): PreparedRecords => {
  const changes: PreparedChange[] = [];
  for (const [index, record] of records.entries()) {
    try {
      const change = readChange(record);
      if (change === undefined) continue;
      const { resource, streamSequence } = change;
      const entries = eventsOfChange(change).map((event) =>
        busEntryOf(resource.organizationId, event, streamSequence),
      );
      changes.push({ index, change, entries });
    } catch (error) {
      return { changes, unreadable: { index, error: new UnreadableRecordError(record, error) } };
    }
  }
  return { changes, unreadable: undefined };
};

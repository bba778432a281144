import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { chunkOfRecord } from '../../../shared/events/chunk-of-record.ts';
import { eventLookups, indexedChunk } from '../../../shared/events/event-lookups.ts';
import { failedFrom, readInOrder } from '../../../shared/events/stream-records.ts';
import { readChange } from '../../../shared/events/table-change.ts';
import type { CounterMove, CounterStore } from '../../../shared/records/lookups/counter-store.ts';
import { lastChanges, lookupChanges } from '../../../shared/records/lookups/lookup-changes.ts';
import type { LookupStore } from '../../../shared/records/lookups/lookup-store.ts';
import { deletedOrRestored, settleMissing } from '../../../shared/records/lookups/missing-people.ts';
import { peopleMoves } from '../../../shared/records/lookups/people-moves.ts';
import { sourceMoves } from '../../../shared/records/lookups/source-counts.ts';
import type { LookupChange } from '../../../shared/table/items/lookup.ts';
import type { TableReader } from '../../../shared/table/reader.ts';

/** What Lambda adds to the events of a mapping with a window: the shard that all its records are of. */
type ShardEvent = DynamoDBStreamEvent & { readonly shardId?: string };

/** Lambda requires a state of a function with a window. */
type ShardResponse = DynamoDBBatchResponse & { readonly state: Readonly<Record<string, never>> };

interface RecordLookups {
  readonly changes: readonly LookupChange[];
  readonly streamSequence: string;
  /** Moves of counters that count no lookups. @default none */
  readonly sources?: ReturnType<typeof sourceMoves>;
  /** A person deleted or re-created by the change. Default: none */
  readonly person?: ReturnType<typeof deletedOrRestored>;
  /** Lookups to write after the changes. */
  readonly mark?: LookupChange;
}

const lookupsOf = async (reader: TableReader, record: DynamoDBRecord): Promise<readonly RecordLookups[]> => {
  const change = readChange(record);
  if (change !== undefined) {
    const { streamSequence } = change;
    const sources = sourceMoves(change);
    return [{ changes: lookupChanges(change), streamSequence, sources, person: deletedOrRestored(change) }];
  }
  const appended = await chunkOfRecord(reader, record);
  if (appended === undefined) return [];
  const { organizationId, chunk } = appended;
  const mark = indexedChunk(organizationId, chunk);
  return [{ changes: eventLookups(organizationId, chunk), streamSequence: '', mark }];
};

const movesOf = ({ changes, streamSequence, sources = [] }: RecordLookups): readonly CounterMove[] => [
  ...changes.flatMap(({ type, counters = [] }) =>
    counters.map((counter): CounterMove => ({ counter, by: type === 'put' ? 1 : -1, streamSequence })),
  ),
  ...sources.map((move) => ({ ...move, streamSequence })),
];

interface LookupIndexerDependencies {
  readonly reader: TableReader;
  readonly store: LookupStore;
  readonly counters: CounterStore;
}

/**
 * Keeps the lookups of records and events, and their counters, in step with the table's changes.
 * Reports the first record that was not processed, so that Lambda retries from there.
 *
 * @throws Error if that is the first of several
 */
export const createLookupIndexer =
  ({ reader, store, counters }: LookupIndexerDependencies) =>
  async ({ Records: records, shardId }: ShardEvent): Promise<ShardResponse> => {
    if (shardId === undefined) throw new Error('The event names no shard: its mapping has no window.');
    const line: Record<string, unknown> = { records: records.length };
    let failed: string | undefined;
    try {
      const { values, unreadable } = await readInOrder(records, (record) => lookupsOf(reader, record));
      const changes = lastChanges(values.flatMap((each) => each.changes));
      line['lookups'] = changes.length;
      // Before the lookups, from which they are derived.
      await counters.add(shardId, [...(await peopleMoves(reader, values)), ...values.flatMap(movesOf)]);
      await store.apply(changes);
      await settleMissing(reader, store, { changes, people: values.flatMap(({ person }) => person ?? []) });
      await store.apply(lastChanges(values.flatMap(({ mark }) => mark ?? [])));
      if (unreadable === undefined) {
        console.info(line);
        return { batchItemFailures: [], state: {} };
      }
      console.error({ ...line, unreadable: unreadable.message });
      failed = unreadable.streamSequence;
    } catch (error) {
      console.error({ ...line, failure: error instanceof Error ? error.name : typeof error });
      failed = records[0]?.dynamodb?.SequenceNumber;
    }
    return { ...failedFrom(records, failed), state: {} };
  };

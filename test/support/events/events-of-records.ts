import type { DynamoDBRecord } from 'aws-lambda';
import { eventsOfChange } from '../../../functions/events/publish-events/events-of-change.ts';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import { movedEntries } from '../../../shared/events/moved-entries.ts';
import { readChange } from '../../../shared/events/table-change.ts';
import type { TableReader } from '../../../shared/table/reader.ts';

/** The events of stream records that the publisher receives in one batch, in order. */
export const eventsOfRecords = async (
  records: readonly DynamoDBRecord[],
  reader: TableReader,
): Promise<readonly ResourceEvent[]> => {
  const changes = records.flatMap((record) => readChange(record) ?? []);
  const moved = await movedEntries(changes, reader);
  return changes.filter((change) => !moved.has(change)).flatMap(eventsOfChange);
};

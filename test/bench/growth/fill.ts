import { randomUUID } from 'node:crypto';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { callListEntryToItem } from '../../../shared/records/store/call-list-entry-items.ts';
import { callListToItem } from '../../../shared/records/store/call-list-items.ts';
import { personToItem } from '../../../shared/records/store/record-items.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import type { Fixtures } from '../functions/fixtures.ts';
import { putInBatches } from '../support/put-items.ts';

const { people, callLists } = sampleData('Growth');
const [person] = people;
const entry = callLists[0]?.entries[0];
if (person === undefined || entry === undefined) throw new Error('There are too few sample records.');

/** What all stored people share, besides their id and time of change. */
export const STORED_PERSON = person;

/** What all stored entries share. */
export const STORED_ENTRY = entry;

/** Disables the table's stream, which is unused here and makes writes three times slower. */
export const stopStream = async ({ client, tableName }: Fixtures): Promise<void> => {
  await client.send(
    new UpdateTableCommand({ TableName: tableName, StreamSpecification: { StreamEnabled: false } }),
  );
};

/** Spaces the changes of people by a millisecond. */
export const changedAtOf = (index: number): string =>
  new Date(Date.parse(person.createdAt) + index).toISOString();

/** Stores people and returns a sample of their IDs from across the table. */
export const storePeople = async (fixtures: Fixtures, count: number): Promise<readonly string[]> => {
  const { client, tableName, organizationId } = fixtures;
  const ids: string[] = [];
  const every = Math.ceil(count / 500);
  await putInBatches(client, tableName, count, (index) => {
    const id = randomUUID();
    if (index % every === 0) ids.push(id);
    return {
      ...personToItem(organizationId, { ...person, id, changedAt: changedAtOf(index) }),
      version: 1,
    };
  });
  return ids;
};

export interface StoredList {
  readonly id: string;
  readonly entryCount: number;
  /** The ID of the entry at a position. */
  readonly entryIdAt: (position: number) => string;
}

/** Stores one call list with entries at the positions from 0. */
export const storeCallList = async (fixtures: Fixtures, entryCount: number): Promise<StoredList> => {
  const { client, tableName, organizationId } = fixtures;
  const id = randomUUID();
  const entryIdAt = (position: number): string => `${id.slice(0, 24)}${String(position).padStart(12, '0')}`;
  const callList = {
    id,
    name: `${entryCount} entries`,
    createdAt: entry.addedAt,
    isLocked: false,
    changedAt: entry.addedAt,
  };
  await putInBatches(client, tableName, 1, () => ({
    ...callListToItem(organizationId, callList),
    entryCount,
    version: 1,
  }));
  await putInBatches(client, tableName, entryCount, (position) => ({
    ...callListEntryToItem(organizationId, { ...entry, id: entryIdAt(position), callListId: id, position }),
    version: 1,
  }));
  return { id, entryCount, entryIdAt };
};

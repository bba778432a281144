import { randomUUID } from 'node:crypto';
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
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

import { holdsDataOf } from '../../kinds/personal-data.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { requiredNumber } from '../../table/items/attributes.ts';
import { feedChunkKey, feedChunkRange, feedPartition } from '../../table/items/feed-keys.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { positionsOfRecord, unindexedChunks } from '../event-lookups.ts';
import { itemsOfChunk } from './feed-chunk.ts';
import { readFeedHead } from './feed-head.ts';
import { readChunk } from './stored-chunks.ts';

/** Chunks erased concurrently. */
const CONCURRENCY = 8;

/** The numbers of the chunks that may hold data of a person: those that the index names or has not read. */
const chunksOfPerson = async (
  reader: TableReader,
  organizationId: string,
  personId: string,
): Promise<readonly number[]> => {
  const { chunk: last } = await readFeedHead(reader, organizationId, { consistentRead: true });
  const { items } = await reader.queryPage({
    partition: feedPartition(organizationId),
    ...feedChunkRange(1),
    limit: 1,
    consistentRead: true,
  });
  // A query may not show the newest chunk yet; `readChunk` does.
  const first = items[0] === undefined ? Math.max(1, last) : requiredNumber(items[0], 'number');
  // First, so that a chunk that is indexed meanwhile is read twice rather than never.
  const unindexed = await unindexedChunks(reader, organizationId, first, last);
  const indexed = await positionsOfRecord(reader, { organizationId, kind: 'person', id: personId });
  return [...new Set([...unindexed, ...indexed.map(({ chunk }) => chunk)])];
};

/**
 * Removes the events that hold data of a person from the feed. The positions of all other events stay. Can be
 * interrupted and repeated.
 *
 * @param beforeErasing called with the id of each event that webhooks may have, before it is removed, once or
 * more
 * @returns the ids of the removed events
 */
export const eraseFromFeed = async (
  { reader, writer }: Table,
  organizationId: string,
  personId: string,
  beforeErasing: (eventId: string) => Promise<void>,
): Promise<readonly string[]> => {
  const erased: string[] = [];
  const numbers = await chunksOfPerson(reader, organizationId, personId);
  await forEachConcurrently(numbers, CONCURRENCY, async (number) => {
    const ids = await retryLostRaces(async (): Promise<readonly string[] | typeof LOST> => {
      const chunk = await readChunk(reader, organizationId, number);
      if (chunk === undefined) return [];
      const idsByIndex = new Map<number, string>();
      const sent: string[] = [];
      chunk.events.forEach((event, index) => {
        if (event?.json.includes(personId) !== true) return;
        const read = JSON.parse(event.json);
        if (!holdsDataOf(personId, read)) return;
        idsByIndex.set(index, read.id);
        if (read.isSilent !== true) sent.push(read.id);
      });
      if (idsByIndex.size === 0) return [];
      for (const id of sent) await beforeErasing(id);

      const events = chunk.events.map((event, index) => (idsByIndex.has(index) ? undefined : event));
      const rewritten = { ...chunk, events, revision: chunk.revision + 1 };
      const [first, ...others] = itemsOfChunk(organizationId, rewritten, chunk.timeToLive);
      const surplus = Array.from({ length: chunk.parts - others.length - 1 }, (_, index) =>
        feedChunkKey(organizationId, number, others.length + 1 + index),
      );
      const isRewritten = await writer.transact([
        {
          put: {
            Item: { ...first },
            ConditionExpression: '#revision = :read',
            ExpressionAttributeNames: { '#revision': 'revision' },
            ExpressionAttributeValues: { ':read': chunk.revision },
          },
        },
        ...others.map((item) => ({ put: { Item: { ...item } } })),
        ...surplus.map((Key) => ({ delete: { Key: { ...Key } } })),
      ]);
      return isRewritten ? [...idsByIndex.values()] : LOST;
    });
    erased.push(...ids);
  });
  return erased;
};

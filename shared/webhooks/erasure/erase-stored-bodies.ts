import { holdsDataOf } from '../../events/event-data.ts';
import { batchesOf } from '../../table/batches.ts';
import { webhookEventPartition } from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Table } from '../../table/table.ts';
import { MAX_TRANSACTION_WRITES } from '../../table/writer.ts';
import { readEventBody } from '../deliveries/event-body.ts';

/**
 * Deletes the body of an event that the previous version stored outside the feed, unless it is known to hold
 * no data of the person.
 *
 * @param beforeErasing called before it is deleted
 * @returns whether it was deleted
 */
export const eraseStoredBody = async (
  table: Table,
  organizationId: string,
  personId: string,
  eventId: string,
  beforeErasing: (eventId: string) => Promise<void>,
): Promise<boolean> => {
  const body = await readEventBody(table, organizationId, eventId);
  if (body !== undefined && !holdsDataOf(personId, JSON.parse(body))) return false;
  await beforeErasing(eventId);
  const partition = webhookEventPartition(organizationId, eventId);
  const parts = await readItems(table.reader, { partition, consistentRead: true });
  for (const batch of batchesOf(parts, MAX_TRANSACTION_WRITES)) {
    await table.writer.transact(batch.map(({ pk, sk }) => ({ delete: { Key: { pk, sk } } })));
  }
  return parts.length > 0;
};

import { gunzipSync } from 'node:zlib';
import { requiredBinary } from '../../table/items/attributes.ts';
import { webhookEventPartition } from '../../table/items/webhook-keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Table } from '../../table/table.ts';

/**
 * The body of an event whose deliveries an earlier version created. That version stored bodies outside of the
 * feed, in items that expire at most 40 days later. Nothing writes them now.
 *
 * @returns `undefined` if it has expired or is incomplete
 */
export const readEventBody = async (
  { reader }: Table,
  organizationId: string,
  eventId: string,
): Promise<string | undefined> => {
  const items = await readItems(reader, {
    partition: webhookEventPartition(organizationId, eventId),
    consistentRead: true,
  });
  if (items.length === 0 || items.length !== items[0]?.['parts']) return undefined;
  return gunzipSync(Buffer.concat(items.map((item) => requiredBinary(item, 'body')))).toString('utf8');
};

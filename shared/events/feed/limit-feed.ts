import { feedHeadKey } from '../../table/items/feed-keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import type { TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { readFeedHead, unchangedHead, withLimit } from './feed-head.ts';

/**
 * The write that limits how long the feed of an organization keeps events, for the transaction that stores
 * the setting. Fails if an event is appended meanwhile, which would be stored for another time.
 *
 * @param days `null` keeps events as long as the service does
 */
export const limitFeed = async (
  reader: TableReader,
  organizationId: string,
  days: number | null,
  now: Date,
): Promise<WriteOperation> => {
  const head = await readFeedHead(reader, organizationId, { consistentRead: true });
  const { limitDays, lengthenedAt, daysBefore, expiredBefore } = withLimit(head, { limitDays: days }, now);
  const changes = { limitDays, lengthenedAt, daysBefore, expiredBefore };
  return { update: updateOf(feedHeadKey(organizationId), changes, unchangedHead(head)) };
};

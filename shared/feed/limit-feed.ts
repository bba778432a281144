import { optionalNumber } from '../table/items/attributes.ts';
import { feedHeadKey } from '../table/items/feed-keys.ts';
import { organizationKey } from '../table/items/keys.ts';
import { updateOf } from '../table/items/update-expression.ts';
import type { TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';
import { readFeedHead, withLimit } from './feed-head.ts';

/**
 * How long an organization keeps events, by its setting. The head has it, too, but there is none before the
 * first event.
 */
export const readEventLimit = async (reader: TableReader, organizationId: string): Promise<number | null> => {
  const organization = await reader.get(organizationKey(organizationId), { consistentRead: true });
  return organization === undefined ? null : optionalNumber(organization, 'eventRetentionDays');
};

/**
 * The writes that limit how long the feed of an organization keeps events, in the transaction that stores the
 * setting. They apply to the next read. None before the first event, whose append reads the setting.
 *
 * @param days `null` keeps events as long as the service does
 */
export const limitFeed = async (
  reader: TableReader,
  organizationId: string,
  days: number | null,
  now: Date,
): Promise<readonly WriteOperation[]> => {
  const head = await readFeedHead(reader, organizationId, { consistentRead: true });
  if (head.chunk === 0) return [];
  const { limitDays, lengthenedAt, daysBefore, expiredBefore } = withLimit(head, days, now);
  const changes = { limitDays, lengthenedAt, daysBefore, expiredBefore };
  return [{ update: updateOf(feedHeadKey(organizationId), changes) }];
};

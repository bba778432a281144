import { horizonOf, readFeedHead } from '../../events/feed/feed-head.ts';
import type { TableReader } from '../../table/reader.ts';

/**
 * The time from before which deliveries are hidden, because the organization keeps events for a shorter time
 * than the service; empty if it does not. Theirs expire by themselves.
 */
export const readHiddenBefore = async (reader: TableReader, organizationId: string): Promise<string> => {
  const head = await readFeedHead(reader, organizationId);
  const isLimited = head.limitDays !== null || head.lengthenedAt !== null;
  return isLimited ? horizonOf(head, new Date()) : '';
};

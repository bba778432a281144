import { feedHeadKey } from '../../table/items/feed-keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import type { TableWriter } from '../../table/writer.ts';
import { type FeedHead, feedHeadFromItem } from './feed-head.ts';

/** Longer than an append takes. A publisher that was killed delays the others for as long. */
const CLAIM_MILLISECONDS = 1_000;

/** Claims that end later than this are of a wrong clock. */
const LONGEST_MILLISECONDS = 2 * CLAIM_MILLISECONDS;

/** A publisher's claim to append next. An append removes it. */
export interface Claim {
  /** As it was when it was claimed. */
  readonly head: FeedHead;
  /** Ends the claim without an append. */
  release(): Promise<void>;
}

/**
 * Claims the head of a feed and reads it. Of the publishers of many shards, only one then tries to append: a
 * lost attempt costs one write unit instead of those of an append. Nothing else depends on the claim, so a
 * wrong clock does no harm.
 *
 * @returns `undefined` while another publisher appends
 */
export const claimFeed = async (writer: TableWriter, organizationId: string): Promise<Claim | undefined> => {
  const key = feedHeadKey(organizationId);
  const now = Date.now();
  const claimedUntil = now + CLAIM_MILLISECONDS;
  const item = await writer.update(
    updateOf(
      key,
      { claimedUntil },
      {
        ConditionExpression:
          'attribute_not_exists(#claimedUntil) OR NOT #claimedUntil BETWEEN :now AND :longest',
        ExpressionAttributeValues: { ':now': now, ':longest': now + LONGEST_MILLISECONDS },
      },
    ),
  );
  if (item === undefined) return undefined;
  return {
    head: feedHeadFromItem(item),
    async release() {
      const condition = {
        ConditionExpression: '#claimedUntil = :own',
        ExpressionAttributeValues: { ':own': claimedUntil },
      };
      await writer.update(updateOf(key, { claimedUntil: null }, condition));
    },
  };
};

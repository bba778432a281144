import { timestampOf } from '../domain/timestamp.ts';
import { requiredNumber, requiredString } from '../table/items/attributes.ts';
import { feedHeadKey } from '../table/items/feed-keys.ts';
import type { TableReader } from '../table/reader.ts';

/** The end of a feed. */
export interface FeedHead {
  /** The number of the last chunk; 0 if the feed is empty. */
  readonly chunk: number;
  /** When it was appended, as a timestamp; empty if the feed is. */
  readonly at: string;
  readonly retentionDays: number;
}

const EMPTY: FeedHead = { chunk: 0, at: '', retentionDays: 0 };

export const readFeedHead = async (
  reader: TableReader,
  organizationId: string,
  options?: { readonly consistentRead?: boolean },
): Promise<FeedHead> => {
  const item = await reader.get(feedHeadKey(organizationId), options);
  if (item === undefined) return EMPTY;
  return {
    chunk: requiredNumber(item, 'chunk'),
    at: requiredString(item, 'at'),
    retentionDays: requiredNumber(item, 'retentionDays'),
  };
};

const MILLISECONDS_PER_DAY = 86_400_000;

/** Chunks from before this time have expired, whether or not DynamoDB has deleted them. */
export const horizonOf = ({ retentionDays }: FeedHead, now: Date): string =>
  timestampOf(new Date(now.getTime() - retentionDays * MILLISECONDS_PER_DAY));

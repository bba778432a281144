import type { TableReader } from '../../table/reader.ts';
import { horizonOf, readFeedHead } from './feed-head.ts';
import type { EpochPosition } from './feed-position.ts';
import { readChunk } from './stored-chunks.ts';

/**
 * Where to start: with the first event that is kept, after the last one, or with the first one since a time.
 */
export type FeedStart =
  | 'earliest'
  | 'latest'
  | {
      readonly since: string;
      /** When the reader last saw the records. What was lost since, by a restore, counts as expired. */
      readonly readAt?: string;
    };

/**
 * The position of the first event that was appended since a time, or of the first one that is kept, by binary
 * search.
 *
 * @param now the time of the request
 * @returns `undefined` if events since that time have expired, or are lost because the table was restored
 */
export const findPosition = async (
  reader: TableReader,
  organizationId: string,
  start: FeedStart,
  now: Date,
): Promise<EpochPosition | undefined> => {
  const head = await readFeedHead(reader, organizationId, { consistentRead: true });
  if (typeof start === 'object' && start.readAt !== undefined && start.readAt < head.epochAt)
    return undefined;
  const end = { chunk: head.chunk + 1, index: 0, epoch: head.epoch };
  const since = typeof start === 'object' ? start.since : '';
  if (start === 'latest' || since > head.at) return end;
  const horizon = horizonOf(head, now);
  const from = since > horizon ? since : horizon;
  // Between these is the first chunk that is not before `from`. Expired ones are missing.
  let before = 0;
  let { chunk: found } = end;
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    const chunk = await readChunk(reader, organizationId, middle);
    if (chunk === undefined || chunk.at < from) before = middle;
    else found = middle;
  }
  const hasExpired = typeof start === 'object' && since < horizon && found > 1;
  return hasExpired ? undefined : { chunk: found, index: 0, epoch: head.epoch };
};

import { hashedUuid } from '../../domain/hashed-uuid.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { feedHeadKey } from '../../table/items/feed-keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { readFeedHead } from './feed-head.ts';

const MILLISECONDS_PER_MINUTE = 60_000;

/**
 * More than any record has changes. Epochs are minutes, so a `sequence` is an integer that JSON readers keep
 * exact until the year 2141.
 */
const SEQUENCES_PER_EPOCH = 100_000_000;

/**
 * Begins a new epoch of an organization's feed, because its table was restored to an earlier moment: cursors
 * of before expire, and each `sequence` is higher than any before. It is numbered by the clock, since a
 * restored table may not know the last one.
 *
 * @returns its number
 */
export const beginEpoch = ({ reader, writer }: Table, organizationId: string, now: Date): Promise<number> =>
  retryLostRaces(async () => {
    const { epoch: last } = await readFeedHead(reader, organizationId, { consistentRead: true });
    const epoch = Math.max(Math.floor(now.getTime() / MILLISECONDS_PER_MINUTE), last + 1);
    const condition = { ConditionExpression: 'attribute_not_exists(#epoch) OR #epoch < :epoch' };
    const changes = { epoch, epochAt: timestampOf(now) };
    const isBegun = await writer.update(updateOf(feedHeadKey(organizationId), changes, condition));
    return isBegun === undefined ? LOST : epoch;
  });

/** The `sequence` of events in an epoch, from the number of changes of their record. */
const sequenceIn = (epoch: number, changes: number): number => epoch * SEQUENCES_PER_EPOCH + changes;

/** A change of a record that was just stored, with the `sequence` that its event gets in the feed. */
export const withFeedSequence = async <Change extends { readonly sequence: number }>(
  reader: TableReader,
  organizationId: string,
  change: Change,
): Promise<Change> => {
  const { epoch } = await readFeedHead(reader, organizationId, { consistentRead: true });
  return { ...change, sequence: sequenceIn(epoch, change.sequence) };
};

/** An event starts with its id. Ids, types and times have no quotation marks. */
const SEQUENCE = /^{"id":"([^"]*)"(.*?)"sequence":(\d+)/;

/**
 * The JSON of an event in an epoch: with another `sequence`, and another id, because a local engine counts
 * the changes of a restored table from 1 again.
 */
export const inEpoch = (json: string, epoch: number): string => {
  if (epoch === 0) return json;
  const [head, id = '', between, sequence] = SEQUENCE.exec(json) ?? [];
  if (head === undefined) throw new Error('The event has no id or no sequence.');
  const start = `{"id":"${hashedUuid([id, String(epoch)])}"${between}`;
  return `${start}"sequence":${sequenceIn(epoch, Number(sequence))}${json.slice(head.length)}`;
};

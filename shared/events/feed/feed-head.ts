import { timestampOf } from '../../domain/timestamp.ts';
import { MILLISECONDS_PER_DAY } from '../../runtime/durations.ts';
import { map, optionalNumber, optionalString } from '../../table/items/attributes.ts';
import { feedHeadKey } from '../../table/items/feed-keys.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import type { TableWriter, WriteOperation } from '../../table/writer.ts';
import type { BlockTypes } from './chunk-types.ts';

/** Longer than an append takes. A publisher that was killed delays the others for as long. */
const CLAIM_MILLISECONDS = 1_000;

/** Claims that end later than this are of a wrong clock. */
const LONGEST_MILLISECONDS = 2 * CLAIM_MILLISECONDS;

/** A publisher's claim to append next. An append removes it. */
interface Claim {
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

/** The attributes that say whether the bus gets the events of an organization. */
export const SUBSCRIPTION_ATTRIBUTES = ['isUnsubscribed', 'registrations'] as const;

/** The write for the transaction that registers a webhook endpoint: from then on, the bus gets each event. */
export const subscribeToFeed = (organizationId: string): WriteOperation => ({
  update: updateOf(feedHeadKey(organizationId), { isUnsubscribed: null }, {}, { registrations: 1 }),
});

/**
 * Has publishers skip the bus until an endpoint is registered.
 *
 * @param head read before it was found that there is none: no-op if one was registered since, or if
 *   there is no feed
 */
export const unsubscribeFromFeed = async (
  writer: TableWriter,
  organizationId: string,
  { registrations }: FeedHead,
): Promise<void> => {
  const unchanged = {
    // A feed that was removed with its organization does not come back.
    ConditionExpression: `attribute_exists(pk) AND ${isValue('registrations', registrations || null)}`,
    ExpressionAttributeNames: { '#registrations': 'registrations' },
    ...(registrations !== 0 && { ExpressionAttributeValues: { ':read_registrations': registrations } }),
  };
  // A transaction, because the role may not have attributes returned.
  await writer.transact([
    { update: updateOf(feedHeadKey(organizationId), { isUnsubscribed: true }, unchanged) },
  ]);
};

/** The end of a feed. */
export interface FeedHead {
  /** The number of the last chunk; 0 if the feed is empty. */
  readonly chunk: number;
  /** The event types of the last chunk's block; `null` if they are unknown. */
  readonly types: BlockTypes | null;
  /** When it was appended, as a timestamp; empty if the feed is. */
  readonly at: string;
  /** How long the service keeps events. */
  readonly retentionDays: number;
  /** How long the organization keeps them, if that is shorter; `null`: as long as the service. */
  readonly limitDays: number | null;
  /** After the last event that was stored for a shorter time than events are kept now; `null` if none was. */
  readonly lengthenedAt: string | null;
  /** How long events from before {@link lengthenedAt} are kept. */
  readonly daysBefore: number | null;
  /** Events from before this time had already expired when the time was lengthened. */
  readonly expiredBefore: string | null;
  /** Whether there was no webhook endpoint, not even a disabled one, and none was registered since. */
  readonly isUnsubscribed: boolean;
  /** How many webhook endpoints have been registered. */
  readonly registrations: number;
  /** 0 until the table is restored to an earlier moment: see `feed-epoch.ts`. */
  readonly epoch: number;
  /** When the epoch began, as a timestamp; empty if it is the first. */
  readonly epochAt: string;
}

const EMPTY: FeedHead = {
  chunk: 0,
  types: null,
  at: '',
  retentionDays: 0,
  limitDays: null,
  lengthenedAt: null,
  daysBefore: null,
  expiredBefore: null,
  isUnsubscribed: false,
  registrations: 0,
  epoch: 0,
  epochAt: '',
};

/** @param item `undefined` before the first event */
const feedHeadFromItem = (item: Item | undefined): FeedHead => {
  if (item === undefined) return EMPTY;
  const limitDays = optionalNumber(item, 'limitDays');
  return {
    // Before the first event, only a limit, a claim or a registration is set.
    chunk: optionalNumber(item, 'chunk') ?? 0,
    types: map<BlockTypes>(item, 'types'),
    at: optionalString(item, 'at') ?? '',
    retentionDays: optionalNumber(item, 'retentionDays') ?? limitDays ?? 0,
    limitDays,
    lengthenedAt: optionalString(item, 'lengthenedAt'),
    daysBefore: optionalNumber(item, 'daysBefore'),
    expiredBefore: optionalString(item, 'expiredBefore'),
    isUnsubscribed: item['isUnsubscribed'] === true,
    registrations: optionalNumber(item, 'registrations') ?? 0,
    epoch: optionalNumber(item, 'epoch') ?? 0,
    epochAt: optionalString(item, 'epochAt') ?? '',
  };
};

export const readFeedHead = async (
  reader: TableReader,
  organizationId: string,
  options?: { readonly consistentRead?: boolean },
): Promise<FeedHead> => feedHeadFromItem(await reader.get(feedHeadKey(organizationId), options));

/** Returns the days for which events that are appended now are kept. */
export const keptDaysOf = ({
  retentionDays,
  limitDays,
}: Pick<FeedHead, 'retentionDays' | 'limitDays'>): number =>
  Math.min(retentionDays, limitDays ?? retentionDays);

const daysBefore = (now: Date, days: number): string =>
  timestampOf(new Date(now.getTime() - days * MILLISECONDS_PER_DAY));

const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * Events from before the limit was lengthened keep the shorter one, so that none comes back and none is
 * missing.
 */
const horizonOfEarlier = (head: FeedHead, now: Date): string => {
  if (head.lengthenedAt === null || head.daysBefore === null) return '';
  const horizon = daysBefore(now, head.daysBefore);
  return later(head.expiredBefore ?? '', horizon < head.lengthenedAt ? horizon : head.lengthenedAt);
};

/** Chunks from before this time have expired, whether or not DynamoDB has deleted them. */
export const horizonOf = (head: FeedHead, now: Date): string =>
  later(daysBefore(now, keptDaysOf(head)), horizonOfEarlier(head, now));

/** The head with another limit of the organization, or another one of the service. */
export const withLimit = (
  head: FeedHead,
  limit: Partial<Pick<FeedHead, 'limitDays' | 'retentionDays'>>,
  now: Date,
): FeedHead => {
  const changed = { ...head, ...limit };
  const days = keptDaysOf(head);
  if (head.chunk === 0 || keptDaysOf(changed) <= days) return changed;
  const isShorterBefore = horizonOfEarlier(head, now) < (head.lengthenedAt ?? '');
  return {
    ...changed,
    // By no clock: the items of all events until now expire earlier, and no later ones do.
    lengthenedAt: timestampOf(new Date(Date.parse(head.at) + 1)),
    daysBefore: isShorterBefore ? Math.min(days, head.daysBefore ?? days) : days,
    expiredBefore: horizonOf(head, now),
  };
};

const isValue = (name: string, value: number | boolean | null): string =>
  value === null ? `attribute_not_exists(#${name})` : `#${name} = :read_${name}`;

/**
 * The condition that nothing was appended, and neither the limit, the subscription nor the epoch changed,
 * since the head was read.
 */
export const unchangedHead = ({ chunk, limitDays, isUnsubscribed, epoch }: FeedHead) => {
  const read = Object.entries({
    chunk: chunk === 0 ? null : chunk,
    limitDays,
    isUnsubscribed: isUnsubscribed || null,
    epoch: epoch === 0 ? null : epoch,
  });
  return {
    ConditionExpression: read.map(([name, value]) => isValue(name, value)).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(read.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      read.flatMap(([name, value]) => (value === null ? [] : [[`:read_${name}`, value]])),
    ),
  };
};

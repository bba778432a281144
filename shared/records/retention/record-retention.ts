import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR } from '../../runtime/durations.ts';
import { optionalNumber, optionalString } from '../../table/items/attributes.ts';
import { organizationKey } from '../../table/items/keys.ts';
import { CHANGED_ATTRIBUTE, EXPIRES_ATTRIBUTE, TOUCHED_ATTRIBUTE } from '../../table/items/schema.ts';
import { isDeleted } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';

/**
 * How long an organization keeps records, with strong consistency; `undefined` if its records do not expire.
 */
export const readRecordRetention = async (
  reader: TableReader,
  organizationId: string,
): Promise<RecordRetention | undefined> => {
  const item = await reader.get(organizationKey(organizationId), { consistentRead: true });
  if (item === undefined) return undefined;
  const days = optionalNumber(item, 'recordRetentionDays');
  const since = optionalString(item, 'recordRetentionSince');
  return days === null || since === null ? undefined : { days, since };
};

/** Whether touches of an organization's records are to be marked: only while its records expire. */
export const marksTouches = async (reader: TableReader, organizationId: string): Promise<boolean> =>
  (await readRecordRetention(reader, organizationId)) !== undefined;

/** How long an organization keeps people and companies that nothing refers to. */
export interface RecordRetention {
  readonly days: number;
  /**
   * When records began to expire. Earlier touches left no mark, so the days of older records count from it.
   */
  readonly since: string;
}

/**
 * A touch is marked if the last mark is older than this many days, so that repeated imports write little. A
 * record is kept for as many days longer: its last touch may have left no mark.
 */
const MARK_DAYS = 3;

/** A little more than the day that is promised: clocks differ, and a run takes some minutes. */
const NOTICE_MILLISECONDS = 25 * MILLISECONDS_PER_HOUR;

/** Notice period before a deletion, long enough for a daily run. */
export const AHEAD_MILLISECONDS = 2 * MILLISECONDS_PER_DAY;

const timeOf = (item: Item, attribute: string): number => Date.parse(String(item[attribute]));

/** When a record was last changed or marked as touched; `undefined` for a tombstone. */
const lastMarkOf = (item: Item): number | undefined => {
  if (isDeleted(item)) return undefined;
  const changed = timeOf(item, CHANGED_ATTRIBUTE);
  return item[TOUCHED_ATTRIBUTE] === undefined ? changed : Math.max(changed, timeOf(item, TOUCHED_ATTRIBUTE));
};

/** Whether a touch of a stored record is to be marked. */
export const needsMark = (item: Item, now: Date): boolean => {
  const mark = lastMarkOf(item);
  return mark !== undefined && now.getTime() - mark > MARK_DAYS * MILLISECONDS_PER_DAY;
};

/** When a record with a last mark of this time is due. All times are in milliseconds since 1970. */
export const dueAfter = (mark: number, { days, since }: RecordRetention): number =>
  Math.max(mark, Date.parse(since)) + (days + MARK_DAYS) * MILLISECONDS_PER_DAY;

export interface Verdict {
  /** `wait`: it is announced, and expires later. */
  readonly outcome: 'keep' | 'announce' | 'wait' | 'expire';
  /** When it is due; infinite for one that is not there. */
  readonly due: number;
}

/**
 * Judges a stored record that nothing refers to. An announcement counts only while the record is due no later
 * than announced: not if it was touched since, or if the period was lengthened or interrupted.
 */
export const judge = (item: Item, retention: RecordRetention, now: Date): Verdict => {
  const mark = lastMarkOf(item);
  if (mark === undefined) return { outcome: 'keep', due: Number.POSITIVE_INFINITY };
  const due = dueAfter(mark, retention);
  if (due > now.getTime() + AHEAD_MILLISECONDS) return { outcome: 'keep', due };
  const isAnnounced = item[EXPIRES_ATTRIBUTE] !== undefined && timeOf(item, EXPIRES_ATTRIBUTE) >= due;
  if (!isAnnounced) return { outcome: 'announce', due };
  return { outcome: timeOf(item, EXPIRES_ATTRIBUTE) > now.getTime() ? 'wait' : 'expire', due };
};

/** The `expiresAt` of a record that is announced now. */
export const expiryOf = (due: number, now: Date): string =>
  new Date(Math.max(due, now.getTime() + NOTICE_MILLISECONDS)).toISOString();

/** When a record can be deleted at the earliest if this retention is set now. */
export const firstExpiry = (retention: RecordRetention, now: Date): string =>
  expiryOf(dueAfter(0, retention), now);

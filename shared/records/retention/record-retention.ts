import { MILLISECONDS_PER_DAY, MILLISECONDS_PER_HOUR } from '../../runtime/durations.ts';
import { optionalNumber, optionalString } from '../../table/items/attributes.ts';
import { organizationKey } from '../../table/items/keys.ts';
import { CHANGED_ATTRIBUTE, EXPIRES_ATTRIBUTE, TOUCHED_ATTRIBUTE } from '../../table/items/schema.ts';
import { isDeleted } from '../../table/items/versions.ts';
import type { Item, TableReader } from '../../table/reader.ts';

/** How long an organization keeps people and companies after their last import, listing or change. */
export interface RecordRetention {
  readonly days: number;
  /** When records began to expire. Earlier uses left no mark, so older records expire `days` after this. */
  readonly since: string;
}

/** Reads an organization's retention with strong consistency; `undefined` if its records do not expire. */
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

/** Whether uses of an organization's records must be marked: only if they expire. */
export const marksTouches = async (reader: TableReader, organizationId: string): Promise<boolean> =>
  (await readRecordRetention(reader, organizationId)) !== undefined;

/**
 * The precision of the last use, in days: a use is marked only if the last mark is older, so that repeated
 * imports write little. Records are kept for as many days longer.
 */
const MARK_DAYS = 3;

/** The promised day, and an hour for differences of clocks and the duration of a run. */
const NOTICE_MILLISECONDS = 25 * MILLISECONDS_PER_HOUR;

/** Notice period before a deletion, long enough for a daily run. */
export const AHEAD_MILLISECONDS = 2 * MILLISECONDS_PER_DAY;

const timeOf = (item: Item, attribute: string): number => Date.parse(String(item[attribute]));

/** When a record was last changed or marked as used; `undefined` for a tombstone. */
const lastMarkOf = (item: Item): number | undefined => {
  if (isDeleted(item)) return undefined;
  const changed = timeOf(item, CHANGED_ATTRIBUTE);
  return item[TOUCHED_ATTRIBUTE] === undefined ? changed : Math.max(changed, timeOf(item, TOUCHED_ATTRIBUTE));
};

/** Whether a use of a stored record must be marked. */
export const needsMark = (item: Item, now: Date): boolean => {
  const mark = lastMarkOf(item);
  return mark !== undefined && now.getTime() - mark > MARK_DAYS * MILLISECONDS_PER_DAY;
};

/** Returns when a record expires whose last mark has this time, both in milliseconds since 1970. */
export const dueAfter = (mark: number, { days, since }: RecordRetention): number =>
  Math.max(mark, Date.parse(since)) + (days + MARK_DAYS) * MILLISECONDS_PER_DAY;

export interface Verdict {
  /** `wait`: the expiry is announced, but not due yet. */
  readonly outcome: 'keep' | 'announce' | 'wait' | 'expire';
  /** When it expires; infinite for a tombstone. */
  readonly due: number;
}

/**
 * Judges a stored record. An announcement counts only if the record expires no later than announced: not
 * after another use, or after the retention was lengthened or interrupted.
 *
 * @param needsNotice whether the record may only expire once that was announced
 */
export const judge = (item: Item, retention: RecordRetention, now: Date, needsNotice = true): Verdict => {
  const mark = lastMarkOf(item);
  if (mark === undefined) return { outcome: 'keep', due: Number.POSITIVE_INFINITY };
  const due = dueAfter(mark, retention);
  if (due > now.getTime() + (needsNotice ? AHEAD_MILLISECONDS : 0)) return { outcome: 'keep', due };
  if (!needsNotice) return { outcome: 'expire', due };
  const isAnnounced = item[EXPIRES_ATTRIBUTE] !== undefined && timeOf(item, EXPIRES_ATTRIBUTE) >= due;
  if (!isAnnounced) return { outcome: 'announce', due };
  return { outcome: timeOf(item, EXPIRES_ATTRIBUTE) > now.getTime() ? 'wait' : 'expire', due };
};

/** Returns the `expiresAt` of an announcement that is made now. */
export const expiryOf = (due: number, now: Date): string =>
  new Date(Math.max(due, now.getTime() + NOTICE_MILLISECONDS)).toISOString();

/** Returns when the first record can be deleted if this retention is set now. */
export const firstExpiry = (retention: RecordRetention, now: Date): string =>
  expiryOf(dueAfter(0, retention), now);

import { timeFormat } from './time-zone.ts';

const MINUTE_MILLISECONDS = 60_000;

/** `2026-01-31 09:30`, as Swedish writes it. */
const LOCAL = timeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/**
 * The value of a `datetime-local` field, such as `2026-01-31T09:30`, in the console's time zone.
 *
 * @param time in milliseconds since 1970
 */
export const localTimeOf = (time: number): string => LOCAL.format(time).replace(' ', 'T');

/**
 * The value of a `datetime-local` field for a bound in an address; empty without one.
 *
 * @param milliseconds added, because the API's bounds are exclusive and those of forms inclusive
 */
export const localOf = (timestamp: string | undefined, milliseconds: number): string => {
  const time = Date.parse(timestamp ?? '');
  return Number.isNaN(time) ? '' : localTimeOf(time + milliseconds);
};

/** How far the local time is ahead of UTC, in milliseconds. */
const offsetAt = (time: number): number => {
  const minute = Math.floor(time / MINUTE_MILLISECONDS) * MINUTE_MILLISECONDS;
  return Date.parse(`${localTimeOf(minute)}Z`) - minute;
};

/**
 * The timestamp of a local time. Malformed input stays unchanged, for the service to reject. A time that a
 * clock change skips or repeats becomes one of those around it.
 *
 * @param milliseconds added to it, because the API's bounds are exclusive and typed bounds are inclusive
 */
export const timestampOfLocal = (local: string, milliseconds: number): string => {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return local;
  // The offset at the time itself, which differs from the one at the UTC time near a clock change.
  const time = asUtc - offsetAt(asUtc - offsetAt(asUtc));
  return new Date(time + milliseconds).toISOString();
};

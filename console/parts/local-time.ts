const MINUTE_MILLISECONDS = 60_000;

/**
 * The value of a `datetime-local` field, such as `2026-01-31T09:30`.
 *
 * @param time in milliseconds since 1970
 */
export const localTimeOf = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * MINUTE_MILLISECONDS).toISOString().slice(0, 16);

/**
 * The timestamp of a local time. Malformed input stays unchanged, for the service to reject.
 *
 * @param milliseconds added to it, because the API's bounds are exclusive and typed bounds are inclusive
 */
export const timestampOfLocal = (local: string, milliseconds: number): string => {
  const time = Date.parse(local);
  return Number.isNaN(time) ? local : new Date(time + milliseconds).toISOString();
};

const MINUTE_MILLISECONDS = 60_000;

/**
 * A time as a field for local times takes it, such as `2026-01-31T09:30`.
 *
 * @param time in milliseconds since 1970
 */
export const localTimeOf = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * MINUTE_MILLISECONDS).toISOString().slice(0, 16);

/**
 * The timestamp of a local time. What cannot be read as one is left as it is: the service says what is wrong with it.
 *
 * @param milliseconds added to it: bounds of the API are left out, and somebody who types one in means to include it
 */
export const timestampOfLocal = (local: string, milliseconds: number): string => {
  const time = Date.parse(local);
  return Number.isNaN(time) ? local : new Date(time + milliseconds).toISOString();
};

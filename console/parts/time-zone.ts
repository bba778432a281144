/** The time zone of the organization; `undefined` for the browser's own. */
let timeZone: string | undefined;

let formats = new Map<string, Intl.DateTimeFormat>();

const isKnown = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/**
 * Sets the time zone of all times in the console. Times that are shown already follow with the next
 * rendering.
 *
 * @param name an IANA time zone; `null`, or one that the browser does not know, for the browser's own
 */
export const setTimeZone = (name: string | null): void => {
  if ((name ?? undefined) === timeZone) return;
  formats = new Map();
  timeZone = name !== null && isKnown(name) ? name : undefined;
};

/** The name of the current time zone, such as `America/New York`. */
export const timeZoneName = (): string =>
  (timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone).replaceAll('_', ' ');

/** Formats times in the current time zone. */
export const timeFormat = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = JSON.stringify([locale, options]);
  return {
    format(time: Date | number): string {
      const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
      formats.set(key, format);
      return format.format(time);
    },
  };
};

/** A time to the minute, such as `31 Jan 2026, 09:30`. */
export const DATE_AND_TIME = timeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

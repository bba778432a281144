/** More than any wait that is granted; keeps absurd values storable. */
const MAX_SECONDS = 365 * 86_400;

/** The three forms of an HTTP-date (RFC 9110 section 5.6.7), the last of which leaves out its time zone. */
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

const millisecondsOf = (date: string): number => Date.parse(date.endsWith('GMT') ? date : `${date} GMT`);

/**
 * Reads a `Retry-After` header (RFC 9110 section 10.2.3): a number of seconds, or the time to wait for.
 *
 * @param now in milliseconds since 1970
 * @returns whole seconds from `now`, 0 for a time in the past; null when absent or not understood
 */
export const parseRetryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : HTTP_DATE.test(header)
      ? Math.ceil((millisecondsOf(header) - now) / 1_000)
      : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_SECONDS);
};

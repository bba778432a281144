import { timestampOfLocal } from '../../parts/local-time.ts';

const DAY_MILLISECONDS = 86_400_000;

export const EXPIRY_CHOICES = {
  never: 'Never',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
  date: 'On a date …',
} as const;

/** The input for the expiry of a new key. */
export interface Expiry {
  readonly expiry: keyof typeof EXPIRY_CHOICES;
  /** The value of a date field, such as `2027-01-31`; the last day in the console's time zone. */
  readonly date: string;
}

export const NO_EXPIRY: Expiry = { expiry: 'never', date: '' };

/**
 * @param now in milliseconds since 1970
 * @returns a timestamp; null for never, and `undefined` for an invalid date
 */
export const expiryOf = ({ expiry, date }: Expiry, now: number): string | null | undefined => {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(now + Number(expiry) * DAY_MILLISECONDS).toISOString();
  const end = timestampOfLocal(`${date}T23:59:59`, 0);
  return Number.isNaN(Date.parse(end)) ? undefined : end;
};

import { inputError } from '../../api/problem.ts';
import type { ApiKey } from '../../api/types.ts';
import { timestampOfLocal } from '../../parts/local-time.ts';

const DAY_MILLISECONDS = 86_400_000;

/** When a key expires: `keep` leaves that of an existing key. */
type ExpiryChoice = 'keep' | 'never' | '30' | '90' | '365' | 'date';

const EXPIRY_CHOICES: readonly (readonly [ExpiryChoice, string])[] = [
  ['never', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['date', 'On a date …'],
];

/** @param kept the expiry of an existing key, in words */
export const expiryChoices = (kept: string | undefined): Map<ExpiryChoice, string> =>
  new Map([...(kept === undefined ? [] : [['keep', `As now: ${kept}`] as const]), ...EXPIRY_CHOICES]);

/** The input for the expiry of a key. */
export interface Expiry {
  readonly expiry: ExpiryChoice;
  /** The value of a date field, such as `2027-01-31`; the last day in the console's time zone. */
  readonly date: string;
}

export const NO_EXPIRY: Expiry = { expiry: 'never', date: '' };

export const KEPT_EXPIRY: Expiry = { expiry: 'keep', date: '' };

/** The expiry of the successor of a key: as long as the key was to last, at most a year. */
export const renewedExpiry = ({ createdAt, expiresAt }: Pick<ApiKey, 'createdAt' | 'expiresAt'>): Expiry => {
  if (expiresAt === null) return KEPT_EXPIRY;
  const days = (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MILLISECONDS;
  return { expiry: days <= 45 ? '30' : days <= 180 ? '90' : '365', date: '' };
};

/**
 * @param now in milliseconds since 1970
 * @param current of the key, which `keep` leaves
 * @returns a timestamp; null for never
 * @throws ApiError for an invalid date
 */
export const expiryOf = (
  { expiry, date }: Expiry,
  now: number,
  current: string | null = null,
): string | null => {
  if (expiry === 'keep') return current;
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(now + Number(expiry) * DAY_MILLISECONDS).toISOString();
  const end = timestampOfLocal(`${date}T23:59:59`, 0);
  // The service's error would name a timestamp format.
  if (Number.isNaN(Date.parse(end))) throw inputError('expiresAt', 'must be a date');
  return end;
};

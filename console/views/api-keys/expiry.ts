const DAY_MILLISECONDS = 86_400_000;

/** The choices for the expiry of a new key. */
export const EXPIRY_CHOICES = {
  never: 'Never',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
  date: 'On a date …',
} as const;

export type ExpiryChoice = keyof typeof EXPIRY_CHOICES;

export const isExpiryChoice = (text: string): text is ExpiryChoice => Object.hasOwn(EXPIRY_CHOICES, text);

/**
 * @param date the value of a date field, such as `2027-01-31`; the key expires at the end of that day in
 *   local time
 * @param now in milliseconds since 1970
 * @returns a timestamp; null for never, and `undefined` for an invalid date
 */
export const expiryOf = (choice: ExpiryChoice, date: string, now: number): string | null | undefined => {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(now + Number(choice) * DAY_MILLISECONDS).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
};

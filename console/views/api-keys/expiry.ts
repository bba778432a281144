const DAY_MILLISECONDS = 86_400_000;

/** How long a new key works, as the form offers it. */
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
 * @param date as a date field has it, such as `2027-01-31`; the key works to the end of that day, where the user is
 * @param now in milliseconds since 1970
 * @returns as the API takes it; null for never, and `undefined` for a date that is none
 */
export const expiryOf = (choice: ExpiryChoice, date: string, now: number): string | null | undefined => {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(now + Number(choice) * DAY_MILLISECONDS).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
};

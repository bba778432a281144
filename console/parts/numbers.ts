const NUMBER = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const formatNumber = (value: number): string => NUMBER.format(value);

/** Formats a number of things, such as `1 delivery` or `1,200 deliveries`. */
export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;

/** Formats a number for an axis, such as `12.5K`. */
export const formatShort = (value: number): string => SHORT.format(value);

/** Distinguishes a small share from none. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.001 ? 'less than 0.1%' : PERCENT.format(share);

/** A day such as `2026-01-31` as `31 Jan`. */
export const formatDay = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`));

const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Rounds up to a number that is easy to read on an axis, such as 300. */
export const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return (STEPS.find((step) => step * power >= value) ?? 10) * power;
};

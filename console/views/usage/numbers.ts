const NUMBER = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const formatNumber = (value: number): string => NUMBER.format(value);

/** For an axis, such as `12.5K`. */
export const formatShort = (value: number): string => SHORT.format(value);

/** Tells little from nothing. */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.001 ? 'less than 0.1%' : PERCENT.format(share);

/** A day such as `2026-01-31` as `31 Jan`. */
export const formatDay = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`));

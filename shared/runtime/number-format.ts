/**
 * Formats a whole number as English text does: `1,000,000`. `toLocaleString` loads V8's locale data on first
 * use, which takes as long as the rest of a cold start.
 */
export const withThousandsSeparators = (number: number): string =>
  String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

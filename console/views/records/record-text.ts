import type { Company, Person } from '../../api/types.ts';
import { formatNumber } from '../../parts/numbers.ts';

type Phone = Person['phones'][number];
type Location = NonNullable<Person['location']>;

/** A phone number as it is read, such as `+12025550143 ext. 12`. */
export const phoneText = ({ number, raw, extension }: Pick<Phone, 'number' | 'raw' | 'extension'>): string =>
  [number ?? raw, extension && `ext. ${extension}`].filter(Boolean).join(' ');

export const locationText = (location: Location | null): string | null => {
  if (location === null) return null;
  const { street, postalCode, city, region, country } = location;
  const place = [postalCode, city].filter((part) => part !== null).join(' ');
  return [street, place, region, country].filter((part) => part !== null && part !== '').join(', ') || null;
};

/** An amount with its currency, if that is known. */
export const revenueText = (revenue: Company['annualRevenue']): string | null =>
  revenue && [formatNumber(revenue.amount), revenue.currency].filter(Boolean).join(' ');

/** The value of `status` in words. */
export const statusText = (status: string): string => status.replaceAll('_', ' ');

const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders names as people do: without case, and `Site 2` before `Site 10`. */
export const compareNaturally = (one: string, other: string): number => NATURAL.compare(one, other);

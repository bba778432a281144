import { isolated } from './isolated.ts';
import { formatNumber } from './numbers.ts';
import { DATE_AND_TIME } from './time-zone.ts';

/** A record, or an object within one, with any fields: those that the reader may not see are missing. */
export type Values = Readonly<Record<string, unknown>>;

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const joined = (separator: string, ...parts: readonly unknown[]): string =>
  parts
    .filter((part) => part || part === 0)
    .map((part) => isolated(String(part)))
    .join(separator);

/** A phone number as it is read, such as `+12025550143 ext. 12`. */
export const phoneText = ({ number, raw, extension }: Values): string =>
  joined(' ', number ?? raw, extension && `ext. ${extension}`);

/** The value of a choice in words. */
export const statusText = (status: string): string => status.replaceAll('_', ' ');

export const durationText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  return joined(' ', minutes > 0 && `${formatNumber(minutes)} min`, `${seconds % 60} s`);
};

const objectText = (value: Values): string => {
  const { address, type, doNotCall, source, id } = value;
  if ('city' in value) {
    const { street, postalCode, city, region, country } = value;
    return joined(', ', street, joined(' ', postalCode, city), region, country);
  }
  if ('amount' in value) return joined(' ', formatNumber(Number(value['amount'])), value['currency']);
  if ('source' in value) return joined(':', source, id);
  if ('number' in value || 'address' in value) {
    return joined(' ', address ?? phoneText(value), type, doNotCall === true && 'do not call');
  }
  if ('email' in value) return joined(' · ', value['name'], value['email']) || (textOf(id) ?? '');
  return joined(' · ', ...Object.values(value));
};

/** A value as text; `null` for none. */
export const textOf = (value: unknown): string | null => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || null;
  if (isValues(value)) return objectText(value) || null;
  return value === null || value === undefined || value === '' ? null : isolated(String(value));
};

/** What a record is called: its name, or what else is known of it. */
export const nameOf = (record: Values): string => {
  const { id, name, domain, emails, phones, fileName, startedAt } = record;
  const [email] = Array.isArray(emails) ? emails : [];
  const [phone] = Array.isArray(phones) ? phones : [];
  return (
    isolated([record['firstName'], record['lastName']].filter(Boolean).join(' ')) ||
    textOf(name ?? domain ?? email?.address ?? fileName) ||
    (isValues(phone) && phoneText({ ...phone, extension: null })) ||
    (typeof startedAt === 'string' && DATE_AND_TIME.format(new Date(startedAt))) ||
    String(id)
  );
};

const NATURAL = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders names as people do: without case, and `Site 2` before `Site 10`. */
export const compareNaturally = (one: string, other: string): number => NATURAL.compare(one, other);

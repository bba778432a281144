import type { Company, PlacedEvent } from '../../../api/types.ts';
import { compareNaturally, locationText, phoneText, revenueText, statusText } from '../record-text.ts';

/** What became of a field: another value, or items that were added and removed. */
export type Change = {
  /** The field in words, or the name of a custom field. */
  readonly label: string;
} & (
  | { readonly kind: 'value'; readonly before: Value; readonly after: Value }
  | { readonly kind: 'items'; readonly added: readonly string[]; readonly removed: readonly string[] }
);

/** A text, `null` for none, or what is only known to the service: the name of a record, or a time. */
export type Value =
  | { readonly text: string | null }
  | { readonly kind: 'people' | 'companies'; readonly id: string }
  | { readonly at: string };

/** The labels that differ from the name of their field in words. */
const LABELS: Readonly<Record<string, string>> = {
  companyId: 'Company',
  employeeCount: 'Employees',
  linkedinUrl: 'LinkedIn',
  ownerId: 'Owner',
  personId: 'Person',
  timezone: 'Time zone',
  websiteUrl: 'Website',
};

/** The dates of the change itself. */
const IGNORED: ReadonlySet<string> = new Set(['updatedAt', 'changedAt']);

const RECORDS: Readonly<Record<string, 'people' | 'companies'>> = {
  personId: 'people',
  companyId: 'companies',
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `lastCalledAt` as “Last called at”. */
const labelOf = (field: string): string => {
  const words = field.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return LABELS[field] ?? `${field.charAt(0).toUpperCase()}${words}`;
};

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What a plain value is shown as. Objects of a form that this console does not know stay JSON. */
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const itemText = (item: unknown): string => {
  if (!isFields(item)) return String(item);
  const { address, number, raw, extension, source, id, type, doNotCall } = item;
  if (typeof source === 'string') return `${source}:${id}`;
  const main =
    typeof address === 'string'
      ? address
      : phoneText({
          number: textOf(number),
          raw: textOf(raw),
          extension: textOf(extension),
        });
  return [main, textOf(type), doNotCall === true ? 'do not call' : null]
    .filter((part) => part !== null)
    .join(' ');
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const shownValue = (field: string, value: unknown): Value => {
  const kind = RECORDS[field];
  if (kind !== undefined && typeof value === 'string') return { kind, id: value };
  if (typeof value === 'string' && TIME.test(value)) return { at: value };
  // Their schemas are those of the responses.
  if (field === 'location') return { text: locationText(value as Company['location']) };
  if (field === 'annualRevenue') return { text: revenueText(value as Company['annualRevenue']) };
  if (field === 'phone' && isFields(value)) return { text: itemText(value) };
  if ((field === 'status' || field === 'lastDisposition') && typeof value === 'string') {
    return { text: statusText(value) };
  }
  return { text: textOf(value) };
};

const customChanges = (before: unknown, after: unknown): readonly Change[] => {
  const [old, current] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((name) => !isEqual(old[name], current[name]))
    .toSorted(compareNaturally)
    .map((name) => ({
      kind: 'value',
      label: name,
      before: { text: textOf(old[name]) },
      after: { text: textOf(current[name]) },
    }));
};

/** The fields that an event says have changed, in the order of the record. */
export const changesOf = ({ data, previous }: Pick<PlacedEvent['event'], 'data' | 'previous'>) => {
  const order = Object.keys(data);
  const names = Object.keys(previous).filter((name) => !IGNORED.has(name));
  return names
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .flatMap((name): readonly Change[] => {
      const [before, after] = [previous[name], data[name]];
      if (name === 'customFields') return customChanges(before, after);
      const label = labelOf(name);
      if (!Array.isArray(before) || !Array.isArray(after)) {
        return [{ kind: 'value', label, before: shownValue(name, before), after: shownValue(name, after) }];
      }
      const [old, current] = [before.map(itemText), after.map(itemText)];
      const removed = old.filter((item) => !current.includes(item));
      const added = current.filter((item) => !old.includes(item));
      const [one, other] = [removed[0], added[0]];
      // An item that replaces another one is read as a value that changed.
      if (one !== undefined && other !== undefined && removed.length + added.length === 2) {
        return [{ kind: 'value', label, before: { text: one }, after: { text: other } }];
      }
      return [{ kind: 'items', label, added, removed }];
    });
};

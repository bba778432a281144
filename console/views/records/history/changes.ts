import type { PlacedEvent } from '../../../api/types.ts';
import { compareNaturally, isValues, statusText, textOf } from '../../../parts/record-text.ts';
import type { RecordAddress } from '../../../routing/record-paths.ts';
import { labelOf } from '../../../words.ts';
import { referenceOf } from '../record-fields.ts';

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
  | { readonly record: RecordAddress }
  | { readonly at: string };

/** The dates of the change itself. */
const IGNORED: ReadonlySet<string> = new Set(['updatedAt', 'changedAt']);

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const itemText = (item: unknown): string => textOf(item) ?? '';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const shownValue = (field: string, value: unknown): Value => {
  const record = referenceOf(field, value);
  if (record !== undefined) return { record };
  if (typeof value === 'string' && TIME.test(value)) return { at: value };
  if (/^(?:status|direction|.*[dD]isposition)$/.test(field) && typeof value === 'string') {
    return { text: statusText(value) };
  }
  return { text: textOf(value) };
};

const customChanges = (before: unknown, after: unknown): readonly Change[] => {
  const [old, current] = [isValues(before) ? before : {}, isValues(after) ? after : {}];
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

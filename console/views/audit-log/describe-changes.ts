/** The details of an entry, of any shape. */
export type Details = Readonly<Record<string, unknown>>;

/** A string of the details, or an empty one. */
export const textOf = (details: Details, name: string): string => {
  const value = details[name];
  return typeof value === 'string' ? value : '';
};

/** A number of the details, or 0. */
export const numberOf = (details: Details, name: string): number => Number(details[name] ?? 0);

const isDetails = (value: unknown): value is Details => typeof value === 'object' && value !== null;

const partOf = (details: Details, name: string): Details => {
  const value = details[name];
  return isDetails(value) ? value : {};
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const say = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'none';
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
};

const missingIn = (list: readonly unknown[], items: readonly unknown[]): string =>
  items.filter((each) => !list.includes(each)).join(', ');

const describeChange = (name: string, before: unknown, after: unknown): string => {
  if (!isList(before) || !isList(after)) return `${name} from ${say(before)} to ${say(after)}`;
  const [added, removed] = [missingIn(before, after), missingIn(after, before)];
  return [added && `added ${added} to ${name}`, removed && `removed ${removed} from ${name}`]
    .filter(Boolean)
    .join(', ');
};

/** The differences between `before` and `after`, such as `plan from “standard” to “high-volume”`. */
export const describeChanges = (details: Details): string => {
  const [before, after] = [partOf(details, 'before'), partOf(details, 'after')];
  // DynamoDB does not preserve the order of map entries.
  const changes = Object.keys(after)
    .toSorted()
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => describeChange(name, before[name], after[name]));
  return changes.length === 0 ? 'no changes' : changes.join('; ');
};

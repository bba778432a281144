/** Marks what a guide omits: more members, more elements, or the rest of a text. */
const OMITTED = '…';

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/**
 * Where the shape of a value differs from the shown one: a missing member, or a value of another type.
 * Members that a guide does not show are ignored, and so are values.
 */
export const differences = (shown: unknown, actual: unknown, path = 'the output'): readonly string[] => {
  if (shown === OMITTED || shown === null || actual === null) return [];
  const [type, actualType] = [typeOf(shown), typeOf(actual)];
  if (type !== actualType) return [`${path} is ${actualType}, shown as ${type}`];
  if (Array.isArray(shown) && Array.isArray(actual)) {
    if (shown.length > 0 && actual.length === 0) return [`${path} is empty`];
    return shown.flatMap((each, index) => differences(each, actual[index] ?? actual[0], `${path}[${index}]`));
  }
  if (type !== 'object') return [];
  return Object.entries(shown as object).flatMap(([name, value]) => {
    if (name === OMITTED) return [];
    const members = new Map<string, unknown>(Object.entries(actual as object));
    return members.has(name)
      ? differences(value, members.get(name), `${path}.${name}`)
      : [`${path} has no ${name}`];
  });
};

import { StartError } from '../process/start-error.ts';

/** Tells whether an event matches a pattern. */
export type EventPattern = (event: unknown) => boolean;

/** Compares one field; `undefined` if the event lacks it. */
type FieldTest = (value: unknown) => boolean;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An array in an event stands for each of its elements. */
const leavesOf = (value: unknown): readonly unknown[] =>
  [value].flat(Number.POSITIVE_INFINITY).filter((leaf) => leaf !== undefined && !isObject(leaf));

/** A missing object counts as an empty one. */
const objectsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const objects = [value].flat(Number.POSITIVE_INFINITY).filter(isObject);
  return objects.length > 0 ? objects : [{}];
};

/**
 * Compiles an event pattern with exact values, `prefix` and `exists`
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html). Every field of
 * the pattern must match, each with at least one of its values.
 *
 * @param place where the pattern is, for error messages
 * @throws StartError naming the field that is malformed or uses another operator
 */
export const compileEventPattern = (pattern: unknown, place: string): EventPattern => {
  const fail = (path: readonly string[], problem: string): never => {
    throw new StartError(`${place}: ${problem} at ${path.join('.') || 'the top level'}.`);
  };

  const compileValue = (wanted: unknown, path: readonly string[]): FieldTest => {
    if (wanted === null || typeof wanted !== 'object') {
      return (value) => leavesOf(value).includes(wanted);
    }
    const [[operator, operand] = [], ...others] = isObject(wanted) ? Object.entries(wanted) : [];
    if (operator === 'prefix' && typeof operand === 'string' && others.length === 0) {
      return (value) => leavesOf(value).some((leaf) => typeof leaf === 'string' && leaf.startsWith(operand));
    }
    if (operator === 'exists' && typeof operand === 'boolean' && others.length === 0) {
      return (value) => leavesOf(value).length > 0 === operand;
    }
    return fail(path, `unsupported operator ${JSON.stringify(wanted)}`);
  };

  const compileField = (inner: unknown, path: readonly string[]): FieldTest => {
    if (isObject(inner)) {
      const matches = compileObject(inner, path);
      // A single element of an array has to match all of a nested object.
      return (value) => objectsOf(value).some(matches);
    }
    if (!Array.isArray(inner) || inner.length === 0)
      return fail(path, 'expected a non-empty array or an object');
    const tests = inner.map((wanted) => compileValue(wanted, path));
    return (value) => tests.some((matches) => matches(value));
  };

  const compileObject = (object: unknown, path: readonly string[]): EventPattern => {
    if (!isObject(object) || Object.keys(object).length === 0)
      return fail(path, 'expected a non-empty object');
    const fields = Object.entries(object).map(([name, inner]) => {
      if (name.startsWith('$')) return fail(path, `unsupported operator ${JSON.stringify(name)}`);
      return [name, compileField(inner, [...path, name])] as const;
    });
    return (event) =>
      isObject(event) &&
      fields.every(([name, matches]) => matches(Object.hasOwn(event, name) ? event[name] : undefined));
  };

  return compileObject(pattern, []);
};

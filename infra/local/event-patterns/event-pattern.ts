import { StartError } from '../process/start-error.ts';
import { compileAlternative, type Leaf } from './pattern-operators.ts';

/** Whether an event matches a pattern. */
export type EventPattern = (event: unknown) => boolean;

type JsonObject = Readonly<Record<string, unknown>>;
type ObjectTest = (node: JsonObject) => boolean;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLeaf = (value: unknown): value is Leaf =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The values that a list of a pattern is compared with: a list in an event stands for each of its elements. */
const leavesOf = (value: unknown): readonly Leaf[] => {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isLeaf(value) ? [value] : [];
};

/** The objects that an object of a pattern is compared with; what is missing counts as an empty one. */
const nodesOf = (value: unknown): readonly JsonObject[] => {
  const nodes = (Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]).filter(isObject);
  return nodes.length > 0 ? nodes : [{}];
};

const fieldOf = (node: JsonObject, name: string): unknown =>
  Object.hasOwn(node, name) ? node[name] : undefined;

/**
 * Compiles an event pattern: exact values, `prefix`, `suffix`, `anything-but`, `equals-ignore-case`, `wildcard`,
 * `numeric`, `exists` and `$or`, nested as deep as it goes
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html). All fields of a
 * pattern have to match, each with any one of its values.
 *
 * @param place what the pattern belongs to, for error messages
 * @throws StartError naming the field and what is not known of it
 */
export const compileEventPattern = (pattern: unknown, place: string): EventPattern => {
  const failAt =
    (path: readonly string[]) =>
    (what: string): never => {
      throw new StartError(`${place} has at ${path.join('.') || 'its top'} ${what}.`);
    };

  const compileList = (list: readonly unknown[], path: readonly string[]): EventPattern => {
    const fail = failAt(path);
    if (list.length === 0) fail('an empty list, which nothing can match');
    const tests = list.map((alternative) => compileAlternative(alternative, fail));
    return (value) => {
      const leaves = leavesOf(value);
      return tests.some((test) => test(leaves));
    };
  };

  const compileOr = (list: unknown, path: readonly string[]): ObjectTest => {
    if (!Array.isArray(list) || list.length === 0) failAt(path)('no list of patterns');
    const patterns = (Array.isArray(list) ? list : []).map((inner) => compileObject(inner, path));
    return (node) => patterns.some((matches) => matches(node));
  };

  const compileObject = (object: unknown, path: readonly string[]): ObjectTest => {
    if (!isObject(object)) return failAt(path)('neither a list of values nor an object');
    const fields = Object.entries(object).map(([name, inner]): ObjectTest => {
      const innerPath = [...path, name];
      if (name === '$or') return compileOr(inner, innerPath);
      if (Array.isArray(inner)) {
        const matches = compileList(inner, innerPath);
        return (node) => matches(fieldOf(node, name));
      }
      const matches = compileObject(inner, innerPath);
      // One and the same element of a list has to match all of a nested object.
      return (node) => nodesOf(fieldOf(node, name)).some(matches);
    });
    if (fields.length === 0) failAt(path)('an empty object');
    return (node) => fields.every((matches) => matches(node));
  };

  const matches = compileObject(pattern, []);
  return (event) => isObject(event) && matches(event);
};

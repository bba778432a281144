import { StartError } from '../process/start-error.ts';
import { readValueRule, type ValueRule } from './value-rule.ts';

/** Whether an event has what the pattern asks for. */
export type EventPattern = (event: unknown) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The elements of a list, however deep; a value that is no list is the only element. */
const elementsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.flat(Infinity) : [value];

/** Any rule of the list has to hold; what is no leaf (an object, or nothing at all) counts as absent. */
const readLeaf = (rules: readonly ValueRule[]): EventPattern => {
  return (value) => {
    const leaves = elementsOf(value).filter((leaf) => leaf !== undefined && !isObject(leaf));
    return rules.some((rule) => rule(leaves));
  };
};

const readAlternatives = (value: unknown, place: string): EventPattern => {
  if (!Array.isArray(value) || value.length < 2) {
    throw new StartError(`${place} must be a list of at least two patterns.`);
  }
  const alternatives = value.map((alternative, index) => readObject(alternative, `${place}[${index}]`));
  return (event) => alternatives.some((matches) => matches(event));
};

const readField = (name: string, value: unknown, place: string): EventPattern => {
  if (name === '$or') return readAlternatives(value, place);
  if (Array.isArray(value)) {
    if (value.length === 0) throw new StartError(`${place} is empty, so that nothing would match.`);
    const matches = readLeaf(value.map((rule, index) => readValueRule(rule, `${place}[${index}]`)));
    return (event) => matches(isObject(event) ? event[name] : undefined);
  }
  const matches = readObject(value, place);
  return (event) => {
    const elements = elementsOf(isObject(event) ? event[name] : undefined);
    return elements.length === 0 ? matches(undefined) : elements.some(matches);
  };
};

const readObject = (pattern: unknown, place: string): EventPattern => {
  if (!isObject(pattern)) throw new StartError(`${place} must be an object, or a list of values.`);
  const fields = Object.entries(pattern).map(([name, value]) => readField(name, value, `${place}.${name}`));
  if (fields.length === 0) throw new StartError(`${place} is empty, so that everything would match.`);
  return (event) => fields.every((matches) => matches(event));
};

/**
 * Reads a pattern of EventBridge's syntax, which the event source mappings of Lambda share
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html): exact values, `prefix`,
 * `suffix`, `anything-but`, `equals-ignore-case`, `exists` and `$or`.
 *
 * @param pattern parsed from JSON
 * @param place what the pattern belongs to, for error messages
 * @throws StartError for anything else: an operator that is not known must not silently match nothing
 */
export const readEventPattern = (pattern: unknown, place: string): EventPattern => readObject(pattern, place);

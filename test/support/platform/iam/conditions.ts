import { type AccessRequest, listOf, type Statement } from './policy.ts';

/** Policies repeat a few hundred patterns in tens of thousands of decisions. */
const compiled = new Map<string, RegExp>();

const compile = (pattern: string): RegExp => {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  compiled.set(pattern, expression);
  return expression;
};

/** Matches an IAM pattern: `*` is any text, `?` any character, in resources, actions and values alike. */
export const matchesPattern = (pattern: string, text: string): boolean =>
  (compiled.get(pattern) ?? compile(pattern)).test(text);

const equals = (expected: string, value: string): boolean => expected === value;

/** Comparisons by operator name, without quantifier and `IfExists`. */
const COMPARISONS: Readonly<Record<string, (expected: string, value: string) => boolean>> = {
  StringEquals: equals,
  StringLike: matchesPattern,
  ArnEquals: matchesPattern,
  ArnLike: matchesPattern,
  Bool: (expected, value) => expected.toLowerCase() === value.toLowerCase(),
};

/**
 * Whether one condition of a statement holds
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html and,
 * for lists,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-single-vs-multi-valued-context-keys.html).
 */
const holds = (
  operator: string,
  expected: readonly string[],
  given: string | readonly string[] | undefined,
): boolean => {
  if (operator === 'Null') return expected.includes(String(given === undefined || given.length === 0));
  const [, quantifier, name = '', ifExists] = /^(?:(\w+):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  const compare = COMPARISONS[name];
  if (compare === undefined || (quantifier !== undefined && quantifier !== 'ForAllValues')) {
    throw new Error(`The operator ${operator} cannot be evaluated here.`);
  }
  const matches = (value: string): boolean => expected.some((each) => compare(each, value));
  if (quantifier === 'ForAllValues') return given === undefined || listOf(given).every(matches);
  if (given === undefined) return ifExists !== undefined;
  if (typeof given !== 'string') {
    throw new Error(`${operator} compares one value; the request has a list.`);
  }
  return matches(given);
};

/** Whether all conditions of a statement hold for a request. */
export const conditionsHold = (
  condition: Statement['Condition'] = {},
  context: AccessRequest['context'] = {},
): boolean =>
  Object.entries(condition).every(([operator, lines]) =>
    Object.entries(lines).every(([key, expected]) => holds(operator, listOf(expected), context[key])),
  );

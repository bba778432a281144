import ipaddr from 'ipaddr.js';

/** A pattern that EventBridge would refuse. The message says what is wrong, and where. */
export class EventPatternError extends Error {
  override readonly name = 'EventPatternError';
}

/** Tells whether an event, or the part of it that a part of a pattern stands for, matches. */
export type EventMatcher = (value: unknown) => boolean;

export interface EventPatternOptions {
  /** The fields that an event has at the top level. @default any */
  readonly fields?: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

/** EventBridge compares numbers within these bounds. */
const MAX_NUMBER = 5e9;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= MAX_NUMBER;

/** The only member of an object, or nothing. */
const onlyMember = (value: unknown): readonly [string, unknown] | undefined => {
  const [member, ...others] = isObject(value) ? Object.entries(value) : [];
  return others.length === 0 ? member : undefined;
};

const textTest =
  (test: (text: string) => boolean): EventMatcher =>
  (value) =>
    isText(value) && test(value);

const lowerCase = (text: string): string => text.toLowerCase();

/** Matches the parts between `*` from left to right, so its time grows with the length of the text only. */
const wildcardTest = (operand: string): EventMatcher | undefined => {
  const parts = [''];
  for (const [token] of operand.matchAll(/\\?./gsu)) {
    if (token === '*') parts.push('');
    else if (/^\\[^*\\]$/u.test(token) || token === '\\') return undefined;
    else parts[parts.length - 1] += token.replace(/^\\/u, '');
  }
  const [start = '', ...rest] = parts;
  const end = rest.pop();
  if (end === undefined) return (value) => value === start;
  // EventBridge refuses consecutive wildcards.
  if (rest.includes('')) return undefined;
  return textTest((text) => {
    if (!text.startsWith(start) || !text.endsWith(end)) return false;
    let at = start.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at + end.length <= text.length;
  });
};

/** At the start or the end of a text, with or without case. */
const affixTest = (
  operand: unknown,
  test: (text: string, affix: string) => boolean,
): EventMatcher | undefined => {
  if (isText(operand)) return textTest((text) => test(text, operand));
  const [operator, inner] = onlyMember(operand) ?? [];
  if (operator !== 'equals-ignore-case' || !isText(inner)) return undefined;
  const affix = lowerCase(inner);
  return textTest((text) => test(lowerCase(text), affix));
};

type Comparison = (value: number, operand: number) => boolean;

const COMPARISONS: ReadonlyMap<unknown, Comparison> = new Map<unknown, Comparison>([
  ['=', (value, operand) => value === operand],
  ['<', (value, operand) => value < operand],
  ['<=', (value, operand) => value <= operand],
  ['>', (value, operand) => value > operand],
  ['>=', (value, operand) => value >= operand],
]);

const numericTest = (operand: unknown): EventMatcher | undefined => {
  if (!Array.isArray(operand)) return undefined;
  const [operator, bound, upperOperator, upperBound, ...others]: readonly unknown[] = operand;
  const compare = COMPARISONS.get(operator);
  if (compare === undefined || !isNumber(bound) || others.length > 0) return undefined;
  if (operand.length === 2) return (value) => typeof value === 'number' && compare(value, bound);
  const compareUpper = COMPARISONS.get(upperOperator);
  const isRange = /^>=?$/.test(String(operator)) && /^<=?$/.test(String(upperOperator));
  if (!isRange || compareUpper === undefined || !isNumber(upperBound) || bound >= upperBound)
    return undefined;
  return (value) => typeof value === 'number' && compare(value, bound) && compareUpper(value, upperBound);
};

const cidrTest = (operand: unknown): EventMatcher | undefined => {
  if (!isText(operand) || !ipaddr.isValidCIDR(operand)) return undefined;
  const [network, bits] = ipaddr.parseCIDR(operand);
  return textTest((text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return address.kind() === network.kind() && address.match(network, bits);
  });
};

/** The tests that `anything-but` negates; all but the last take a list, too. */
const NEGATED = ['prefix', 'suffix', 'equals-ignore-case', 'wildcard'];

const anythingButTest = (operand: unknown): EventMatcher | undefined => {
  const [operator, inner] = onlyMember(operand) ?? [];
  const list: readonly unknown[] = operator === undefined ? [operand].flat() : [inner].flat();
  if (list.length === 0) return undefined;
  if (operator === undefined) {
    return list.every(isText) || list.every(isNumber)
      ? (value) => !list.some((each) => each === value)
      : undefined;
  }
  if (!NEGATED.includes(operator)) return undefined;
  const tests = list.map((each) => OPERATORS[operator]?.(each));
  if (!tests.every((test) => test !== undefined)) return undefined;
  return (value) => !tests.some((test) => test(value));
};

/** Makes the test of a scalar from the operand of an operator; `undefined` for one that is not allowed. */
const OPERATORS: Readonly<Record<string, (operand: unknown) => EventMatcher | undefined>> = {
  'anything-but': anythingButTest,
  cidr: cidrTest,
  'equals-ignore-case': (operand) => {
    if (!isText(operand)) return undefined;
    const wanted = lowerCase(operand);
    return textTest((text) => lowerCase(text) === wanted);
  },
  numeric: numericTest,
  prefix: (operand) => affixTest(operand, (text, affix) => text.startsWith(affix)),
  suffix: (operand) => affixTest(operand, (text, affix) => text.endsWith(affix)),
  wildcard: (operand) => (isText(operand) ? wildcardTest(operand) : undefined),
};

/** What can be compared in a field: of a list each item; nothing in an object or an empty list. */
const scalarsOf = (value: unknown): readonly unknown[] =>
  [value].flat(Number.POSITIVE_INFINITY).filter((each) => each !== undefined && !isObject(each));

/** Names a list of patterns, one of which has to match. */
export const OR = '$or';

const atPath = (path: readonly string[]): string => path.join('.') || 'the top level';

const fail = (problem: string, path: readonly string[]): never => {
  throw new EventPatternError(`${problem} at ${atPath(path)}`);
};

const compileScalar = (wanted: unknown, path: readonly string[]): EventMatcher => {
  if (wanted === null || isText(wanted) || typeof wanted === 'boolean' || isNumber(wanted)) {
    return (value) => value === wanted;
  }
  const [operator, operand] = onlyMember(wanted) ?? [];
  const test =
    operator !== undefined && Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator]?.(operand) : undefined;
  return test ?? fail(`unsupported operator ${JSON.stringify(wanted)}`, path);
};

/** The test of a field: each value of the list is a scalar or an operator, and one of them has to match. */
const compileField = (list: readonly unknown[], path: readonly string[]): EventMatcher => {
  if (list.length === 0) return fail('expected a non-empty array or object', path);
  const tests = list.map((wanted): ((scalars: readonly unknown[]) => boolean) => {
    const [operator, operand] = onlyMember(wanted) ?? [];
    if (operator === 'exists' && typeof operand === 'boolean') {
      return (scalars) => scalars.length > 0 === operand;
    }
    const test = compileScalar(wanted, path);
    return (scalars) => scalars.some(test);
  });
  return (value) => {
    const scalars = scalarsOf(value);
    return tests.some((test) => test(scalars));
  };
};

const NOTHING: Values = {};

const compileObject = (
  pattern: unknown,
  path: readonly string[],
  { fields }: EventPatternOptions,
): EventMatcher => {
  if (!isObject(pattern) || Object.keys(pattern).length === 0) {
    return fail('expected a non-empty array or object', path);
  }
  const tests = Object.entries(pattern).map(([name, inner]): ((object: Values) => boolean) => {
    if (name === OR) {
      if (!Array.isArray(inner) || inner.length < 2)
        return fail('`$or` needs a list of two or more objects', path);
      const alternatives = inner.map((each) => compileObject(each, path, { ...(fields && { fields }) }));
      return (object) => alternatives.some((matches) => matches(object));
    }
    if (fields !== undefined && !fields.includes(name)) {
      return fail(`unknown field ${JSON.stringify(name)} (allowed: ${fields.join(', ')})`, path);
    }
    const within = [...path, name];
    const matches = Array.isArray(inner) ? compileField(inner, within) : compileObject(inner, within, {});
    return (object) => matches(Object.hasOwn(object, name) ? object[name] : undefined);
  });
  // Of a list of objects, one has to match in all fields. A missing object counts as an empty one.
  return (value) => {
    const objects = [value].flat(Number.POSITIVE_INFINITY).filter(isObject);
    return (objects.length === 0 ? [NOTHING] : objects).some((object) =>
      tests.every((matches) => matches(object)),
    );
  };
};

/**
 * Compiles an event pattern of EventBridge
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html), with all of its
 * operators. Every field of the pattern has to match, with at least one of its values. Unlike there, numbers
 * match whatever their notation, and `exists: false` below a list of objects holds if one of them lacks the
 * field.
 *
 * @throws EventPatternError naming the field that is malformed or unknown
 */
export const compileEventPattern = (pattern: unknown, options: EventPatternOptions = {}): EventMatcher =>
  compileObject(pattern, [], options);

import { StartError } from '../process/start-error.ts';

/** Whether any of the values that an event has at one place is as asked for. No values: the field is absent. */
export type ValueRule = (leaves: readonly unknown[]) => boolean;

const isLiteral = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Operators on text, each with one argument; text that is compared without case is written in an object. */
const TEXT_OPERATORS: Readonly<Record<string, (text: string, argument: string) => boolean>> = {
  prefix: (text, argument) => text.startsWith(argument),
  suffix: (text, argument) => text.endsWith(argument),
  'equals-ignore-case': (text, argument) => text.toLowerCase() === argument.toLowerCase(),
};

const onlyEntry = (rule: Record<string, unknown>, place: string): readonly [string, unknown] => {
  const [entry, ...others] = Object.entries(rule);
  if (entry === undefined || others.length > 0) {
    throw new StartError(`${place} must be an object with one operator.`);
  }
  return entry;
};

type Test = (leaf: unknown) => boolean;

const readTextOperator = (operator: string, argument: unknown, place: string): Test => {
  const holds = Object.hasOwn(TEXT_OPERATORS, operator) ? TEXT_OPERATORS[operator] : undefined;
  if (holds === undefined)
    throw new StartError(`${place} uses "${operator}", which the local runner does not know.`);
  if ((operator === 'prefix' || operator === 'suffix') && isObject(argument)) {
    const [inner, text] = onlyEntry(argument, place);
    if (inner !== 'equals-ignore-case' || typeof text !== 'string') {
      throw new StartError(
        `${place} uses "${inner}" in "${operator}", which the local runner does not know.`,
      );
    }
    return (leaf) => typeof leaf === 'string' && holds(leaf.toLowerCase(), text.toLowerCase());
  }
  const texts = typeof argument === 'string' ? [argument] : argument;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) {
    throw new StartError(`${place}: "${operator}" needs text.`);
  }
  return (leaf) => typeof leaf === 'string' && texts.some((text) => holds(leaf, text));
};

const readAnythingBut = (argument: unknown, place: string): Test => {
  if (isObject(argument)) {
    const excluded = readTextOperator(...onlyEntry(argument, place), place);
    return (leaf) => !excluded(leaf);
  }
  const excluded: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  if (excluded.length === 0 || !excluded.every(isLiteral)) {
    throw new StartError(`${place}: "anything-but" needs values.`);
  }
  return (leaf) => !excluded.includes(leaf);
};

/**
 * Reads one element of a pattern's list.
 *
 * @throws StartError naming the place and the operator that is not known
 */
export const readValueRule = (rule: unknown, place: string): ValueRule => {
  if (isLiteral(rule)) return (leaves) => leaves.includes(rule);
  if (!isObject(rule)) throw new StartError(`${place} must be a value or an operator.`);
  const [operator, argument] = onlyEntry(rule, place);
  if (operator === 'exists') {
    if (typeof argument !== 'boolean') throw new StartError(`${place}: "exists" must be true or false.`);
    return (leaves) => leaves.length > 0 === argument;
  }
  const test =
    operator === 'anything-but'
      ? readAnythingBut(argument, place)
      : readTextOperator(operator, Array.isArray(argument) ? undefined : argument, place);
  return (leaves) => leaves.some(test);
};

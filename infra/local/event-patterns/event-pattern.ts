import { z } from 'zod';
import { StartError } from '../process/start-error.ts';

/** JSON in a string, as filters and events have it. */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is not valid JSON');
    return z.NEVER;
  }
});

/** Tells whether an event, or the field that a part of a pattern stands for, matches. */
export type EventPattern = (value: unknown) => boolean;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Compiles an event pattern with exact values and `prefix`
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html). Every field of
 * the pattern must match, each with at least one of its values. It throws for an event with an array in such
 * a field.
 *
 * @param place where the pattern is, for error messages
 * @throws StartError naming the field that is malformed or uses another operator
 */
export const compileEventPattern = (
  pattern: unknown,
  place: string,
  path: readonly string[] = [],
): EventPattern => {
  const fail = (problem: string): never => {
    throw new StartError(`${place}: ${problem} at ${path.join('.') || 'the top level'}.`);
  };

  const compileTest = (wanted: unknown): EventPattern => {
    if (wanted === null || typeof wanted !== 'object') return (value) => value === wanted;
    const [[operator, operand] = [], ...others] = isObject(wanted) ? Object.entries(wanted) : [];
    if (operator === 'prefix' && typeof operand === 'string' && others.length === 0) {
      return (value) => typeof value === 'string' && value.startsWith(operand);
    }
    return fail(`unsupported operator ${JSON.stringify(wanted)}`);
  };

  if (Array.isArray(pattern) && pattern.length > 0) {
    const tests = pattern.map(compileTest);
    return (value) => tests.some((matches) => matches(value));
  }
  if (!isObject(pattern) || Object.keys(pattern).length === 0) {
    return fail('expected a non-empty array or object');
  }
  const fields = Object.entries(pattern).map(([name, inner]) => {
    if (name.startsWith('$')) fail(`unsupported operator ${JSON.stringify(name)}`);
    return [name, compileEventPattern(inner, place, [...path, name])] as const;
  });
  // A missing object counts as an empty one.
  return (value) =>
    fields.every(([name, matches]) => {
      const field = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
      if (Array.isArray(field)) throw new Error(`${place} does not support arrays, such as ${name}.`);
      return matches(field);
    });
};

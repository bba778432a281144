import { z } from 'zod';
import {
  compileEventPattern,
  type EventMatcher,
  EventPatternError,
} from '../../../shared/domain/event-pattern.ts';
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

/**
 * Compiles an event pattern of the stack.
 *
 * @param place where the pattern is, for error messages
 * @throws StartError naming the field that is malformed or uses an unknown operator
 */
export const compileDeclaredPattern = (pattern: unknown, place: string): EventMatcher => {
  try {
    return compileEventPattern(pattern);
  } catch (error) {
    if (!(error instanceof EventPatternError)) throw error;
    throw new StartError(`${place}: ${error.message}.`);
  }
};

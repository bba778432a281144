import type { z } from 'zod';
import { ReadingError } from '../../../domain/readings/reading-error.ts';

/** Rejects the row with this message. The import continues. */
export class RowError extends ReadingError {
  override readonly name = 'RowError';
}

/** The message of a RowError, or of a value that is not understood. Throws any other error on. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof ReadingError) return error.message;
  throw error;
};

/** Shortens names that come from the row itself. */
const shorten = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}…` : name);

/** `phones[0].number`, from the path of an issue. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = shorten(String(part));
    return text === '' ? name : `${text}.${name}`;
  }, '');

/** What is wrong with a value, in words of users instead of the schema's own. */
const wordsOf = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'number') return `must be at most ${issue.maximum}`;
      return `must have at most ${issue.maximum} ${issue.origin === 'string' ? 'characters' : 'values'}`;
    case 'too_small':
      return issue.origin === 'number' ? `must be at least ${issue.minimum}` : 'must not be empty';
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return issue.message.startsWith('Invalid input')
        ? `must be of the type ${issue.expected}`
        : issue.message;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map(shorten).join(', ')}`;
    default:
      return issue.message;
  }
};

/** Parses a value. Throws a RowError that names each offending field. */
export const validated = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues.map((issue) =>
    issue.path.length === 0 ? wordsOf(issue) : `${pathOf(issue.path)}: ${wordsOf(issue)}`,
  );
  throw new RowError(reasons.slice(0, 5).join('; '));
};

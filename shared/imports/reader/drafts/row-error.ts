import type { z } from 'zod';

/** Rejects the row with this message. The import continues. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

/** The message of a RowError. Throws any other error on. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RowError) return error.message;
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

/** Parses a value. Throws a RowError that names each offending field. */
export const validated = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${pathOf(path)}: ${message}`,
  );
  throw new RowError(reasons.slice(0, 5).join('; '));
};

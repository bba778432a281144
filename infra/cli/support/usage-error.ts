/** An error that the user can act on. Its message is printed unchanged. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Throws a UsageError if the organization has no such thing. */
export const requireFound = <T>(found: T | undefined, thing: string, id: string): T => {
  if (found === undefined) throw new UsageError(`The organization has no ${thing} with the id ${id}.`);
  return found;
};

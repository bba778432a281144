/** An error that the user can act on. Its message is printed unchanged. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

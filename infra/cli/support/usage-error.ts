/** The command cannot be run as it was given, or failed for a reason the user can act on: shown as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

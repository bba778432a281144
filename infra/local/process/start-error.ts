/** Why the runner cannot start or continue, in one sentence for its user. Printed without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The message of a caught value, which may not be an Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

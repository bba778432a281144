/** Why the runner cannot start or go on, in one sentence for whoever started it. Printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Rejects the row with this message. The import continues. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

/** The message of a RowError. Throws any other error on. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RowError) return error.message;
  throw error;
};

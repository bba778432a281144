/** Errors of the runner itself: they must be seen, and must not end the service. */
export const reportError = (error: unknown): void => {
  process.stderr.write(`The local runner: ${error instanceof Error ? error.stack : String(error)}\n`);
};

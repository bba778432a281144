/** Reports an error of the runner itself without ending the service. */
export const reportError = (error: unknown): void => {
  process.stderr.write(`The local runner: ${error instanceof Error ? error.stack : String(error)}\n`);
};

import { printable } from '../../../shared/runtime/printable.ts';

/** Prints lines to standard error, without what could control a terminal. */
export const printError = (text: string): void => {
  process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
};

/** Reports an error of the runner itself without ending the service. */
export const reportError = (error: unknown): void => {
  printError(`The local runner: ${error instanceof Error ? error.stack : String(error)}`);
};

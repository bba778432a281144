import { writeFileAtomically } from './atomic-file.ts';

/**
 * Makes a function that writes the current text of a file, one write at a time. A failed write does not stop
 * the next one.
 */
export const createSerialWriter = (path: string, text: () => string): (() => Promise<void>) => {
  let lastWrite: Promise<void> = Promise.resolve();
  return () => {
    lastWrite = lastWrite.catch(() => undefined).then(() => writeFileAtomically(path, text()));
    return lastWrite;
  };
};

import { closeSync, openSync, writeSync } from 'node:fs';
import { printable } from '../../../shared/runtime/printable.ts';
import { messageOf } from './start-error.ts';

// Every worker of a function loads this file and its imports: they are part of each cold start.

/** A log to which all threads append lines. */
export interface LogFile {
  readonly path: string;
  /** Opened for appending, so that lines of different threads do not mix. */
  readonly descriptor: number;
  /** Reports the first lost line only. @param reason why it could not be written */
  onLoss(reason: string): void;
  close(): void;
}

/** @param onError receives the loss of lines, for example because the disk is full */
export const openLogFile = (path: string, onError: (error: Error) => void): LogFile => {
  const descriptor = openSync(path, 'a', 0o600);
  let isReported = false;
  return {
    path,
    descriptor,
    onLoss(reason) {
      if (!isReported) onError(new Error(`${path} loses lines: ${reason}`));
      isReported = true;
    },
    close: () => closeSync(descriptor),
  };
};

/**
 * Appends a line, or drops it, because a full disk must not stop the service. Lines hold what others sent,
 * and are read on terminals.
 */
export const writeLine = (
  { descriptor, onLoss }: Pick<LogFile, 'descriptor' | 'onLoss'>,
  line: string,
): void => {
  try {
    // Into the page cache; waking a thread of the pool would take ten times as long.
    writeSync(descriptor, `${printable(line)}\n`);
  } catch (error) {
    onLoss(messageOf(error));
  }
};

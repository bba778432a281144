import { copyFileSync, fstatSync, ftruncateSync } from 'node:fs';
import { type LogFile, openLogFile } from './log-file.ts';
import { messageOf } from './start-error.ts';

/**
 * The maximum size of a log when it is checked. Its older part may be as large, plus one interval of lines.
 */
const MAX_LOG_BYTES = 32 * 1024 * 1024;
const INTERVAL_MILLISECONDS = 5_000;

/** Where the lines before those in a log file are, if it had too many. */
export const olderPart = (path: string): string => `${path}.1`;

/**
 * Moves the lines of a log that is too long to its older part, which it replaces. The file itself stays,
 * since other threads append to it, too.
 */
export const boundLog = ({ path, descriptor, onLoss }: LogFile, maxBytes: number): void => {
  try {
    if (fstatSync(descriptor).size <= maxBytes) return;
    copyFileSync(path, olderPart(path));
    ftruncateSync(descriptor);
  } catch (error) {
    onLoss(messageOf(error));
  }
};

/** Opens a log that stays within bounds until it is closed. */
export const openBoundedLog = (path: string, onError: (error: Error) => void): LogFile => {
  const log = openLogFile(path, onError);
  boundLog(log, MAX_LOG_BYTES);
  const timer = setInterval(boundLog, INTERVAL_MILLISECONDS, log, MAX_LOG_BYTES).unref();
  return {
    ...log,
    close: () => {
      clearInterval(timer);
      log.close();
    },
  };
};

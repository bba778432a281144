import { openBoundedLog } from '../../process/bounded-log.ts';
import { writeLine } from '../../process/log-file.ts';
import { substitute } from '../definition/context-variables.ts';
import type { Answer } from '../request/request-handler.ts';

/** The access log of the stage. */
export interface AccessLog {
  /** @param bytes of the response's body as sent */
  write(answer: Answer, bytes: number, milliseconds: number): void;
  close(): void;
}

/** Most formats put variables into JSON strings. */
const escapeText = (text: string | undefined): string | undefined =>
  text?.replaceAll(/["\\\p{Cc}]/gu, (character) => JSON.stringify(character).slice(1, -1));

/**
 * Opens a log with one line per request.
 *
 * @param format text with `$context` variables
 * @param onError receives the loss of lines
 */
export const openAccessLog = (path: string, format: string, onError: (error: Error) => void): AccessLog => {
  const log = openBoundedLog(path, onError);
  return {
    write({ response, variables }, bytes, milliseconds) {
      variables
        .set('status', String(response.status))
        .set('responseLength', String(bytes))
        .set('responseLatency', String(Math.round(milliseconds)));
      const escaped = { get: (name: string) => escapeText(variables.get(name)) };
      writeLine(log, substitute(format, escaped, '-'));
    },
    close: log.close,
  };
};

import { closeSync, openSync, writeSync } from 'node:fs';
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
 */
export const openAccessLog = (path: string, format: string): AccessLog => {
  const descriptor = openSync(path, 'a', 0o600);
  return {
    write({ response, variables }, bytes, milliseconds) {
      variables
        .set('status', String(response.status))
        .set('responseLength', String(bytes))
        .set('responseLatency', String(Math.round(milliseconds)));
      const escaped = { get: (name: string) => escapeText(variables.get(name)) };
      try {
        // Into the page cache; waking a thread of the pool would take ten times as long.
        writeSync(descriptor, `${substitute(format, escaped, '-')}\n`);
      } catch {
        // A full disk must not stop the service.
      }
    },
    close: () => closeSync(descriptor),
  };
};

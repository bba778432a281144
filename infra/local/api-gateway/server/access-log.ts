import { closeSync, openSync, writeSync } from 'node:fs';
import { substitute } from '../definition/context-variables.ts';
import type { Answer } from '../request/request-handler.ts';

/** The access log of the stage. */
export interface AccessLog {
  /** @param bytes of the response's body as sent */
  write(answer: Answer, bytes: number, milliseconds: number): void;
  close(): void;
}

/**
 * Opens a log with one line per request.
 *
 * @param format text with `$context` variables; `undefined` writes nothing
 */
export const openAccessLog = (path: string, format: string | undefined): AccessLog => {
  if (format === undefined) return { write: () => undefined, close: () => undefined };
  const descriptor = openSync(path, 'a', 0o600);
  return {
    write({ response, lookup }, bytes, milliseconds) {
      const line = substitute(
        format,
        (name) => {
          if (name === 'status') return String(response.status);
          if (name === 'responseLength') return String(bytes);
          if (name === 'responseLatency') return String(Math.round(milliseconds));
          return lookup(name)?.replaceAll(/["\\\p{Cc}]/gu, (character) =>
            JSON.stringify(character).slice(1, -1),
          );
        },
        '-',
      );
      try {
        // Into the page cache; waking a thread of the pool would take ten times as long.
        writeSync(descriptor, `${line}\n`);
      } catch {
        // A full disk must not stop the service.
      }
    },
    close: () => closeSync(descriptor),
  };
};

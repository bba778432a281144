import type { IncomingMessage } from 'node:http';

/** How much of a response's body is kept. */
const EXCERPT_BYTES = 1_024;

/**
 * Replaces control characters other than tabs and line breaks: an endpoint decides what stands here, and a
 * terminal or a log that shows it must not obey it.
 */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');

/**
 * Reads the start of a response's body, as text. Never rejects: what arrived before the connection broke off is
 * what there is. A longer body is not read to its end: its connection is closed, since draining it could take
 * forever.
 */
export const readExcerpt = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      // Leaving the loop destroys the response and with it the connection.
      if (length > EXCERPT_BYTES) break;
    }
  } catch {
    // Reset, cut off or out of time.
  }
  const bytes = Buffer.concat(chunks).subarray(0, EXCERPT_BYTES);
  const isWhole = response.complete && length <= EXCERPT_BYTES;
  // A stream decoder holds back the first bytes of a character whose last ones are missing.
  return printable(new TextDecoder().decode(bytes, { stream: !isWhole }));
};

/** One line of a text file, without its line end. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The line is longer than {@link MAX_LINE_LENGTH}; `text` is only its beginning. */
  readonly isCut: boolean;
  /** What ended the line; LF for the last one, whatever it ends with. */
  readonly lineEnd: '\n' | '\r\n';
}

/** In UTF-16 code units. */
const MAX_REPORTED_TEXT = 64 * 1024;

/** Longer than any row that could be stored, in UTF-16 code units; bounds the memory that one line takes. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/** The text of a line that could not be read, as far as it is reported. Memory holds many of them. */
export const reportedText = (text: string): string => text.slice(0, MAX_REPORTED_TEXT);

/** Why a line that was cut is rejected. */
export const LINE_TOO_LONG = `the line is longer than ${MAX_LINE_LENGTH} characters`;

/**
 * Bytes that tell UTF-16 without a byte order mark: its Latin letters have a zero byte before or after them.
 */
export const EXAMINED_BYTES = 64;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding of a text, by its first bytes. */
export const encodingOf = (start: Uint8Array): Encoding => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const examined = start.subarray(0, EXAMINED_BYTES);
  const zeros = (parity: number): number =>
    examined.filter((byte, at) => at % 2 === parity && byte === 0).length;
  const needed = examined.length * 0.4;
  if (examined.length >= 8 && zeros(1) >= needed && zeros(0) === 0) return 'utf-16le';
  if (examined.length >= 8 && zeros(0) >= needed && zeros(1) === 0) return 'utf-16be';
  return 'utf-8';
};

/**
 * Splits a file into lines, one batch per chunk. Line ends are LF or CRLF. UTF-16 is recognized by its
 * byte order mark, which is removed, or its zero bytes; invalid UTF-8 becomes U+FFFD.
 */
export async function* readTextLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLength: number = MAX_LINE_LENGTH,
): AsyncGenerator<readonly TextLine[]> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let number = 0;
  let rest = '';
  let isCut = false;

  const line = (text: string): TextLine => {
    number += 1;
    const lineEnd = text.endsWith('\r') ? '\r\n' : '\n';
    const whole = text.slice(0, text.length - lineEnd.length + 1);
    const isLong = isCut || whole.length > maxLength;
    isCut = false;
    return { number, text: whole.slice(0, maxLength), isCut: isLong, lineEnd };
  };

  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    // Searches only the new chunk: a line of gigabytes would be searched again with each one.
    const [end = '', ...pieces] = decoder.decode(chunk, { stream: true }).split('\n');
    if (!isCut) rest += end;
    if (pieces.length > 0) {
      const ended = rest;
      rest = pieces.pop() ?? '';
      yield [ended, ...pieces].map(line);
    }
    if (rest.length > maxLength) {
      rest = rest.slice(0, maxLength);
      isCut = true;
    }
  }
  rest += decoder?.decode() ?? '';
  if (rest !== '') yield [line(rest)];
}

/** The decoder's substitute for bytes that are invalid in the file's encoding. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/** Why a text may not be what its author wrote, or `undefined`. */
export const textProblem = (text: string): string | undefined =>
  text.includes(REPLACEMENT_CHARACTER)
    ? 'the text is not UTF-8, or contains U+FFFD, the mark of a lost character (save the file as "CSV UTF-8")'
    : undefined;

/**
 * Controls (C0, DEL, C1), line and paragraph separators, and characters that reorder text: what can move the
 * cursor of a terminal, or make a line look like another one.
 */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Escapes what a terminal must not receive from others, as JSON does (`\n`, `\u001b`). Applied to JSON on one
 * line, the result is JSON of the same value.
 */
export const printable = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });

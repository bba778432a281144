/** Controls, line separators and characters that reorder text. Stack traces have line breaks. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/** Escapes what could control a terminal: names and messages come from the service. */
export const printable = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

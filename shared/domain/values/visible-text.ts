/** `="00123"`, with which spreadsheets are kept from dropping zeros. */
const FORMULA = /^=\s*"([^"]*)"$/;

/** The value of a cell that a spreadsheet marks as text: `="00123"` and `'00123` are `00123`. */
export const spreadsheetText = (text: string): string =>
  text.startsWith('=') ? (FORMULA.exec(text)?.[1]?.trim() ?? text) : text.replace(/^'+/, '').trimStart();

/** Nothing to remove or to compose: the cheap way out for almost every value. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Characters without their own glyph: soft hyphens, joiners, direction marks and overrides, byte order
 * marks and variation selectors. Copied text brings them along.
 */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f/gu;

/**
 * The text that a reader sees: without invisible characters and surrounding white space, in Unicode
 * composition NFC, with plain spaces.
 */
export const visibleText = (text: string): string =>
  PLAIN.test(text)
    ? text.trim()
    : text
        .replaceAll(INVISIBLE, '')
        .replaceAll(/\p{Zs}/gu, ' ')
        .normalize('NFC')
        .trim();

import { spreadsheetText, visibleText } from './visible-text.ts';

/** What a spreadsheet makes of a number: `493012345670.0`, `49301234567,0`. */
const DECIMAL = /^(\+?\d{5,})[.,](\d{1,2}|0+)$/;
/** A fraction after digits that are grouped, or the last of their groups: what it is cannot be told. */
const MAYBE_DECIMAL = /^[^.]*\d\.0+$/;

/** Whether a text is a number that a spreadsheet gave a fraction, not two numbers. */
export const isDecimalPhone = (text: string): boolean => DECIMAL.test(text);

/**
 * A phone number as it is written, without what a spreadsheet or a link adds to it. Undefined if its digits
 * are not clear.
 */
export const phoneText = (text: string): string | undefined => {
  const plain = spreadsheetText(visibleText(text))
    .replace(/^tel:/i, '')
    .replace(/^\((\+\d+)\)/, '$1 ');
  const [, digits, fraction = ''] = DECIMAL.exec(plain) ?? [];
  if (digits !== undefined) return /^0+$/.test(fraction) ? digits : undefined;
  return MAYBE_DECIMAL.test(plain) ? undefined : plain;
};

const E_164 = /^\+[1-9]\d{1,14}$/;

/**
 * An international number in E.164, whatever separates its digits: `+1 (202) 555-0143` is `+12025550143`.
 * Null for what is none. It does not know the numbering plans, unlike the importer, so it accepts too much.
 */
export const e164Of = (text: string): string | null => {
  const number = phoneText(text)
    ?.replace(/^\uff0b/, '+')
    .replace('(0)', '')
    .replaceAll(/[\s()./\u2010-\u2015-]/g, '');
  return number !== undefined && E_164.test(number) ? number : null;
};

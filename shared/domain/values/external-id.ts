import { isPlaceholder } from './placeholder.ts';
import { spreadsheetText, visibleText } from './visible-text.ts';

/** What a spreadsheet makes of a long number: the digits that it drops are lost. */
const LOST_DIGITS = /^[+-]?(?:\d[.,]\d+E\+?\d+|\d+E\+\d+)$/i;
/** A number that a data frame made a decimal. */
const DECIMAL = /^(\d+)\.0+$/;
/** A number whose thousands a spreadsheet has grouped. */
const GROUPED = /^\d{1,3}(?:([,.'\u2019\s])\d{3})(?:\1\d{3})*$/;
const GUID = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i;

/**
 * An id of a Salesforce record, of one of the standard objects, without the suffix that makes it 18
 * characters.
 */
const SALESFORCE_15 = /^(?=.*[A-Za-z])(?:00[0-9A-Za-z]|500|701)[0-9A-Za-z]{12}$/;
const SUFFIX_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** Each character of the suffix tells which of five characters are upper case. */
const withSuffix = (id: string): string => {
  const digits = [0, 5, 10].map((start) =>
    [...id.slice(start, start + 5)].reduce(
      (sum, character, at) => sum + (/[A-Z]/.test(character) ? 1 << at : 0),
      0,
    ),
  );
  return id + digits.map((digit) => SUFFIX_DIGITS.charAt(digit)).join('');
};

/** An id that lost digits on its way through a spreadsheet: two records may share what is left of it. */
export const hasLostDigits = (text: string): boolean => LOST_DIGITS.test(spreadsheetText(visibleText(text)));

/** The form in which names of sources are compared: without case and outer space. */
export const sourceKeyOf = (source: string): string => source.trim().toLowerCase();

/** An external id as `source:id`, split at the first colon. */
const WITH_SOURCE = /^([^:]{1,500}):(.{1,1000})$/s;

/** An external id as `source:id`, both in their one form. Null for what is none. */
export const externalIdTextOf = (text: string): string | null => {
  const [, source = '', given = ''] = WITH_SOURCE.exec(visibleText(text)) ?? [];
  const id = hasLostDigits(given) ? null : externalIdOf(given);
  return source === '' || id === null ? null : `${sourceKeyOf(source)}:${id}`;
};

/**
 * An id of another system in the one form in which it is stored and looked up: `="00123"` and `'00123` are
 * `00123`, `1.0` is `1`, `1,234` is `1234`, GUIDs are in lower case, and Salesforce ids have 18 characters.
 * Null for a blank and for a placeholder.
 *
 * @param text not one that {@link hasLostDigits}
 */
export const externalIdOf = (text: string): string | null => {
  const id = spreadsheetText(visibleText(text));
  if (id === '' || isPlaceholder(id)) return null;
  const plain =
    DECIMAL.exec(id)?.[1] ??
    GUID.exec(id)?.[1]?.toLowerCase() ??
    (GROUPED.test(id) ? id.replaceAll(/\D/g, '') : id);
  return SALESFORCE_15.test(plain) ? withSuffix(plain) : plain;
};

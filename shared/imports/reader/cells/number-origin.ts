import { isSupportedCountry } from 'libphonenumber-js/min';
import { spreadsheetText } from '../../../domain/values/spreadsheet-text.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import type { NumberOrigin } from '../drafts/record-draft.ts';

const CALLING_CODE = /^\(?(?:\+|00)?\s*([1-9]\d{0,3})\)?(?:\.0)?$/;

/**
 * What a column with the country of phone numbers says: `+33`, `33`, `0033`, and, if its name shows that it
 * is not the country of an address, `FR`. Any other text says nothing.
 */
export const numberOriginOf = (cell: string, column: string): NumberOrigin => {
  const text = spreadsheetText(visibleText(cell));
  const callingCode = CALLING_CODE.exec(text)?.[1];
  if (callingCode !== undefined) return { callingCode };
  const region = text.toUpperCase();
  return /phone|mobile|call|dial/i.test(column) && isSupportedCountry(region) ? { region } : {};
};

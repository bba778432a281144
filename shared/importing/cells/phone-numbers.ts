import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Phone, PhoneType } from '../../domain/fields.ts';
import { partsOf } from './cell-values.ts';

/** Whether `region` is an ISO 3166-1 alpha-2 code (upper case) whose national number formats are known. */
export const isPhoneRegion = (region: string): region is CountryCode => isSupportedCountry(region);

/**
 * Separates the numbers in one cell. A comma or semicolon before an extension does not:
 * `tel:+12025550143;ext=77` (RFC 3966, section 3).
 */
const SEPARATOR = /\n|;(?!\s*(?:ext|isub|phone-context)=)|,(?!\s*(?:ext|x|#))/i;

/**
 * Reads one phone number as a source writes it. What is not understood keeps `number: null` and stays
 * readable in `raw`.
 *
 * @param region whose national formats are understood; without it, only international ones (`+...`) are
 */
export const phoneOf = (text: string, type: PhoneType, region: CountryCode | undefined): Phone => {
  // Spreadsheets put an apostrophe before a leading plus sign; links put a scheme.
  const cleaned = text.replace(/^(?:'|tel:)/i, '');
  // Without a country, a number is understood if it starts with a plus sign, of any width, or names it after
  // `phone-context=`. The parser refuses others too, but by throwing and catching an error.
  const isHopeless = region === undefined && !/[+\uFF0B]/.test(cleaned);
  const parsed = isHopeless
    ? undefined
    : parsePhoneNumberFromString(cleaned, {
        ...(region === undefined ? {} : { defaultCountry: region }),
        extract: false,
      });
  const number = parsed?.isValid() === true ? parsed : undefined;
  return {
    number: number?.number ?? null,
    type,
    extension: number?.ext ?? null,
    raw: text,
    doNotCall: false,
  };
};

/** All phone numbers in a cell. */
export const phonesOf = (cell: string, type: PhoneType, region: CountryCode | undefined): Phone[] =>
  partsOf(cell, SEPARATOR).map((part) => phoneOf(part, type, region));

/**
 * The number that a caller may dial: the first one that is understood and that no phone marks as not to be
 * called. One number may be listed twice, and marked once.
 */
export const callablePhone = (record: {
  readonly phones: readonly Phone[];
  readonly doNotCall: boolean;
}): Pick<Phone, 'number' | 'type'> | null => {
  if (record.doNotCall) return null;
  const blocked = new Set(record.phones.filter(({ doNotCall }) => doNotCall).map(({ number }) => number));
  const phone = record.phones.find(({ number }) => number !== null && !blocked.has(number));
  return phone === undefined ? null : { number: phone.number, type: phone.type };
};

import {
  type CountryCode,
  getCountries,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { isDecimalPhone, phoneText } from '../values/phone-number.ts';
import { spreadsheetText, visibleText } from '../values/visible-text.ts';
import { identifierText, listedValues, textOfListed } from './values.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { LANGUAGE_CODES, plainWords } from './words.ts';

/** Where a national phone number belongs. */
export interface NumberOrigin {
  /** Whose national formats are understood. Default: only international ones (`+...`) are. */
  readonly region?: CountryCode | undefined;
  /** The digits of the number's own calling code, which its source has in another column. */
  readonly callingCode?: string | undefined;
}

/** A phone number as it was read, in the form in which records have it. */
export interface ReadPhone<Type extends string> {
  /** E.164; null if `raw` is not understood. */
  number: string | null;
  type: Type;
  extension: string | null;
  raw: string;
  doNotCall: boolean;
}

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

const COUNTRY_ALIASES = new Map(Object.entries(vocabulary.countries));

let countryNames: ReadonlyMap<string, CountryCode> | undefined;

/** Countries by their names in all languages of the importer. */
const namedCountry = (name: string): CountryCode | undefined => {
  countryNames ??= new Map(
    LANGUAGE_CODES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return getCountries().map((code) => [plainWords(names.of(code) ?? code), code] as const);
    }),
  );
  return countryNames.get(name);
};

/** The country that an address names, by its code or name in any language; undefined for any other text. */
const countryOf = (text: string): CountryCode | undefined => {
  const name = plainWords(visibleText(text));
  const code = (COUNTRY_ALIASES.get(name) ?? name).toUpperCase();
  if (isSupportedCountry(code)) return code;
  return namedCountry(name) ?? namedCountry(name.replace(/^(?:the|die|der|la|le|les|el|los) /, ''));
};

/**
 * Where the national numbers of a row belong: its own country, else the one of the import. A country that is
 * not known leaves them unread, because they are certainly not of another one.
 */
export const originOfRow = (
  own: NumberOrigin,
  country: unknown,
  region: CountryCode | undefined,
): NumberOrigin => {
  const isGiven = typeof country === 'string' && identifierText(country) !== null;
  return { region: isGiven ? countryOf(country) : region, ...own };
};

/** Words that sources write next to a number, in the languages of their exports. */
const LABELS = new Set(vocabulary.phoneLabels);

const FAX = /^(?:f|fax|telefax|facsimile)$/;

/** What the words next to a number tell: what it is for, that it is a fax, or something else. */
const labelKind = (words: string): 'phone' | 'fax' | 'other' => {
  const all = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (all.some((word) => FAX.test(word))) return 'fax';
  return all.every((word) => LABELS.has(word) || /^\d$/.test(word)) ? 'phone' : 'other';
};

/** Whether `region` is an ISO 3166-1 alpha-2 code (upper case) whose national number formats are known. */
export const isPhoneRegion = (region: string): region is CountryCode => isSupportedCountry(region);

/**
 * Separates the numbers in one cell. A comma or semicolon before an extension does not:
 * `tel:+12025550143;ext=77` (RFC 3966, section 3).
 */
const SEPARATOR = /\n|:::|\||;(?!\s*(?:ext|isub|phone-context)=)|,(?!\s*(?:ext|x|#))/i;

/** Separates two numbers, or belongs to one: `030/1234567`. */
const ALTERNATIVES = /\s*\/\s*|\s+(?:or|and|oder|und|ou|et|o|y|e|&)\s+|\s+(?=[+\uFF0B])/iu;

/** Words before or after a number: `Work: +1 ...`, `+1 ... (mobile)`. */
const LABELED =
  /^(?<before>[^\d+\uFF0B(]*?[\s:.])?\s*(?<number>[(+\uFF0B\d][^\p{L}]*?[^\s\p{L}([])?(?<after>\s*[([]?\s*\p{L}[\p{L}\s.-]*\d?[)\]]?)?$/u;

const parse = (text: string, { region, callingCode }: NumberOrigin): PhoneNumber | undefined => {
  const isInternational = /[+\uFF0B]/.test(text);
  // Without a country, a number is understood if it starts with a plus sign, of any width, or names it after
  // `phone-context=`. The parser refuses others too, but by throwing and catching an error.
  if (!isInternational && region === undefined && callingCode === undefined) return undefined;
  const valid = (written: string): PhoneNumber | undefined => {
    const number = parsePhoneNumberFromString(written, {
      ...(region === undefined ? {} : { defaultCountry: region }),
      extract: false,
    });
    return number?.isValid() === true ? number : undefined;
  };
  if (isInternational || callingCode === undefined) return valid(text);
  const national = valid(`+${callingCode} ${text}`);
  const digits = text.replace(/^00/, '');
  const whole = digits.startsWith(callingCode) ? valid(`+${digits}`) : undefined;
  // The column with the calling code may repeat what the number starts with.
  return national === undefined || whole === undefined || national.number === whole.number
    ? (national ?? whole)
    : undefined;
};

/** Longer than any number with its label. */
const MAX_LENGTH = 250;

/** The number in a text, which may have a label; undefined if it is not clear. */
const numberIn = (text: string, origin: NumberOrigin): PhoneNumber | undefined => {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = phoneText(text);
  if (plain === undefined) return undefined;
  if (!/\p{L}/u.test(plain)) return parse(plain, origin);
  const { before = '', number, after = '' } = LABELED.exec(plain)?.groups ?? {};
  return number !== undefined && labelKind(before) === 'phone' && labelKind(after) === 'phone'
    ? parse(number, origin)
    : parse(plain, origin);
};

const phoneFrom = <Type extends string>(
  raw: string,
  type: Type,
  number: PhoneNumber | undefined,
): ReadPhone<Type> => ({
  number: number?.number ?? null,
  type,
  extension: number?.ext ?? null,
  raw,
  doNotCall: false,
});

/**
 * Reads one phone number as a source writes it. What is not understood keeps `number: null` and stays
 * readable in `raw`. The number never has other digits than the text, but for its calling code.
 */
export const phoneOf = <Type extends string>(
  text: string,
  type: Type,
  origin: NumberOrigin,
): ReadPhone<Type> => phoneFrom(text, type, numberIn(text, origin));

/** The numbers in a text that may hold several without their own separator. */
const phonesIn = <Type extends string>(
  text: string,
  type: Type,
  origin: NumberOrigin,
): readonly ReadPhone<Type>[] => {
  const parts = text.length > MAX_LENGTH ? [] : text.split(ALTERNATIVES).filter((part) => part !== '');
  const whole = (): ReadPhone<Type> => phoneFrom(text, type, numberIn(text, origin));
  if (parts.length < 2) return [whole()];
  const numbers = parts.map((part) => numberIn(part, origin));
  if (numbers.every((number) => number !== undefined)) {
    return parts.map((part, index) => phoneFrom(part, type, numbers[index]));
  }
  // `030 1234567/68` are two lines, of which the second is only hinted at: together they are no number.
  const isHint = numbers[0] !== undefined && parts.slice(1).some((part) => /^\D*\d{0,3}\D*$/.test(part));
  return [isHint ? phoneFrom(text, type, undefined) : whole()];
};

/** Where exports that write JSON have the number of a phone. */
const NUMBER_KEYS = ['number', 'value', 'phone', 'phoneNumber', 'phone_number', 'original', 'raw'];

/** All phone numbers in a cell. */
export const phonesOf = <Type extends string>(
  cell: string,
  type: Type,
  origin: NumberOrigin,
): readonly ReadPhone<Type>[] => {
  const text = cell.trim();
  const listed = listedValues(text)?.map((value) => textOfListed(value, NUMBER_KEYS));
  const parts = listed ?? (isDecimalPhone(text) ? [text] : text.split(SEPARATOR).map((part) => part.trim()));
  return parts
    .filter((part) => identifierText(part) !== null)
    .flatMap((part) => phonesIn(part, type, origin));
};

/** Whether a number lacks nothing but its country, as far as a glance can tell. */
export const lacksCountry = (text: string): boolean =>
  /^[\s\d().'/-]*$/.test(text) && text.replaceAll(/\D/g, '').length >= 7;

/** A decimal number, an IPv4 address, or a number with grouped thousands. */
const OTHER_DIGITS = /^-?\d+\.\d+$|^\d+(?:\.\d+){3}$|^\d{1,3}(?:[\s.']\d{3})+$/;

/**
 * Whether a text looks like a phone number of an unknown country: digits in groups. Digits alone may be any
 * number.
 */
export const looksNational = (text: string): boolean =>
  lacksCountry(text) && /\d[\s().'/-]+\d/.test(text) && !OTHER_DIGITS.test(text);

/** Why a phone could not be read, and what to do. */
export const unreadReason = (field: string, text: string, { region, callingCode }: NumberOrigin): string => {
  if (region === undefined && callingCode === undefined && lacksCountry(visibleText(text))) {
    return `${field}: "${text}" has no country: use \`--region\`, or write it as +12025550143`;
  }
  const rule =
    region === undefined ? 'such as +12025550143' : `of the region ${region}, or such as +12025550143`;
  return `${field}: "${text}" is not a valid phone number ${rule}`;
};

/**
 * The number that a caller may dial: the first one that is understood and that no phone marks as not to be
 * called. One number may be listed twice, and marked once.
 */
export const callablePhone = <Type extends string>(record: {
  readonly phones: readonly Pick<ReadPhone<Type>, 'number' | 'type' | 'doNotCall'>[];
  readonly doNotCall: boolean;
}): Pick<ReadPhone<Type>, 'number' | 'type'> | null => {
  if (record.doNotCall) return null;
  const blocked = new Set(record.phones.filter(({ doNotCall }) => doNotCall).map(({ number }) => number));
  const phone = record.phones.find(({ number }) => number !== null && !blocked.has(number));
  return phone === undefined ? null : { number: phone.number, type: phone.type };
};

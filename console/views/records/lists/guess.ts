import type { AdminApi } from '../../../api/admin-api.ts';
import { isRecordId } from '../../../routing/record-paths.ts';

/** A lookup that a text may be meant for, with the values that it may stand for. */
export type Guess =
  | { readonly parameter: 'id' | 'email' | 'domain' | 'name'; readonly value: string }
  | { readonly parameter: 'phone' | 'externalId'; readonly values: readonly string[] };

/** The calling codes of countries that a number without one is tried with, at most 100. */
const CALLING_CODES =
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 ' +
  '65 66 81 82 84 86 90 91 92 93 94 95 98 212 213 216 218 233 234 254 255 256 263 351 352 353 354 355 ' +
  '356 357 358 359 370 371 372 373 374 375 376 377 380 381 382 385 386 387 389 420 421 423 502 503 ' +
  '506 591 593 595 598 852 880 886 961 962 965 966 971 972 995';

/** The service reads at most so many values at once. */
const MAX_VALUES = 100;
const MIN_NAME_LENGTH = 2;

/**
 * The numbers that a text may be, in any spelling; none if it is no number. One without a calling code is
 * tried with those of {@link CALLING_CODES}.
 */
export const phonesOf = (text: string): readonly string[] => {
  const digits = text.replace(/^tel:/i, '').replace(/[\s().\-/]/g, '');
  const international = digits.replace(/^00/, '+');
  if (/^\+[1-9]\d{5,14}$/.test(international)) return [text.trim().replace(/^00/, '+')];
  if (!/^0?[1-9]\d{5,10}$/.test(digits)) return [];
  // Italian numbers keep their zero.
  return CALLING_CODES.split(' ').map(
    (code) => `+${code}${code === '39' ? digits : digits.replace(/^0/, '')}`,
  );
};

/**
 * What a text may be looked up by, the surest first. A text with a digit may be an id of any source.
 *
 * @param sources of records, for ids without their source
 */
export const guessesOf = (typed: string, sources: readonly string[]): readonly Guess[] => {
  const text = typed.trim();
  if (isRecordId(text.toLowerCase())) return [{ parameter: 'id', value: text.toLowerCase() }];
  if (/^\S+@\S+\.\S+$/.test(text)) return [{ parameter: 'email', value: text }];
  const phones = phonesOf(text);
  const ids = /^[^\s:][^:]*:\S+$/.test(text)
    ? [text]
    : mayBeId(text)
      ? sources.slice(0, MAX_VALUES).map((source) => `${source}:${text}`)
      : [];
  return [
    ...(phones.length > 0 ? [{ parameter: 'phone', values: phones } as const] : []),
    ...(ids.length > 0 ? [{ parameter: 'externalId', values: ids } as const] : []),
    ...(/^[^\s@]+\.[^\s@.]{2,}$/.test(text) ? [{ parameter: 'domain', value: text } as const] : []),
    ...(text.length >= MIN_NAME_LENGTH ? [{ parameter: 'name', value: text } as const] : []),
  ];
};

/** Whether a text may be an id of a source without its source. */
export const mayBeId = (text: string): boolean => /^[^\s:@]*\d[^\s:@]*$/.test(text.trim());

/** The lookup as parameters of a request. */
export const parametersOf = (guess: Guess) =>
  'values' in guess ? { [guess.parameter]: guess.values } : { [guess.parameter]: guess.value };

/** How many of the latest records tell which sources there are. */
const SAMPLE = 100;

/** The sources of the records that changed last. */
export const readSources = async (api: AdminApi, signal: AbortSignal): Promise<readonly string[]> => {
  const query = { sort: '-changedAt', limit: SAMPLE, count: 'none' } as const;
  const pages = await Promise.all([
    api.request('GET /people', { query }, signal),
    api.request('GET /companies', { query }, signal),
  ]);
  const records = pages.flatMap(({ items }) => items.flatMap(({ externalIds }) => externalIds));
  return [...new Set(records.map(({ source }) => source))];
};

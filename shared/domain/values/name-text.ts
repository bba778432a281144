import { visibleText } from './visible-text.ts';

/** Letters that Unicode does not decompose, as they are typed without the accent or the ligature. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
};

const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** The combining marks of Latin, Greek and Cyrillic. In other scripts, marks are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * The form in which names are compared: without case, accents and invisible characters, with single spaces.
 * `Łukasz  O’Neill` becomes `lukasz o'neill`.
 */
export const nameText = (name: string): string =>
  visibleText(name)
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .toLowerCase()
    .replaceAll(ACCENTS, '')
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .normalize('NFC')
    .trim();

/** Whether a text in this form has the two characters that a search by name needs. */
export const isSearchable = (text: string): boolean => /^[^\t]{2}/u.test(text);

/** Names that are written without a space, family name first. */
const CJK = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー・]+$/u;

/**
 * The texts whose prefixes find a person: "first last", and the last name with the first name after a tab,
 * which no search contains. A Chinese, Japanese or Korean name is also found as it is written.
 */
export const personNameTexts = (firstName: string | null, lastName: string | null): readonly string[] => {
  const first = nameText(firstName ?? '');
  const last = nameText(lastName ?? '');
  if (first === '' || last === '') return [first + last];
  return [`${first} ${last}`, CJK.test(last + first) ? last + first : `${last}\t${first}`];
};

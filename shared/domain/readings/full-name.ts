import { visibleText } from '../values/visible-text.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };
import { plainWords, wordsOfAll } from './words.ts';

const { names } = vocabulary;
/** Words that belong to the family name after them, some in lower case only: `Ben` is a name. */
const PARTICLES = new Set(names.particles);
const LOWER_CASE_PARTICLES = new Set(names.lowerCaseParticles);
/** Generational suffixes, degrees and professional credentials, without dots. */
const CREDENTIALS = new Set(names.credentials);
/** Credentials that are also names: they count in capitals, in a name that is not all in capitals. */
const AMBIGUOUS_CREDENTIALS = new Set(names.ambiguousCredentials);
/** Forms of address before a name, without dots. */
const SALUTATIONS = new Set(names.salutations);
/** Titles before a name, without dots: they count with a dot, or in a longer form. */
const ABBREVIATED_TITLES = new Set(names.abbreviatedTitles);
const WRITTEN_TITLES = new Set(names.writtenTitles);
/** Where nothing but a form of address or a title stands, shorter ones are certain, too. */
const FORMS_OF_ADDRESS = wordsOfAll(({ salutations }) => salutations);
const COMPOUND_FAMILY_NAMES = names.compoundFamilyNames.join('|');
/** Chinese family names with which hardly any Japanese one begins. */
const CHINESE_FAMILY_NAMES = new Set([
  ...names.chineseFamilyNames.join(''),
  ...COMPOUND_FAMILY_NAMES.split('|'),
]);

export interface SplitName {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** @param name the whole name, whose case tells whether capitals mean anything */
const isCredential = (word: string, name: string): boolean => {
  const plain = word.replaceAll(/[.®™()]/g, '');
  const lower = plain.toLowerCase();
  if (CREDENTIALS.has(lower)) return true;
  if (!AMBIGUOUS_CREDENTIALS.has(lower)) return false;
  return word.includes('.') ? word !== `${plain}.` : plain === plain.toUpperCase() && /\p{Ll}/u.test(name);
};

/** Whether a text is a form of address or an academic title, and neither a name nor a job title. */
export const isFormOfAddress = (text: string): boolean => {
  const words = plainWords(text).replaceAll('.', ' ').split(' ').filter(Boolean);
  return (
    words.length > 0 &&
    words.length <= 4 &&
    words.every(
      (word) =>
        FORMS_OF_ADDRESS.has(word) ||
        [SALUTATIONS, ABBREVIATED_TITLES, WRITTEN_TITLES].some((all) => all.has(word)) ||
        /^(?:med|phil|rer|nat|jur|h|c|mult|habil|phd|mba|msc|bsc|md)$/.test(word),
    )
  );
};

const isSalutation = (word: string): boolean => SALUTATIONS.has(word.replaceAll('.', '').toLowerCase());

const isTitle = (word: string): boolean => {
  const plain = word.replaceAll('.', '').toLowerCase();
  return (
    WRITTEN_TITLES.has(plain) || (ABBREVIATED_TITLES.has(plain) && (word.includes('.') || plain === 'dr'))
  );
};

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** Separates the credentials at the end of some words. The first word is none. */
const withoutCredentials = (words: readonly string[], name: string) => {
  let end = words.length;
  while (end > 1 && isCredential(words[end - 1] ?? '', name)) end -= 1;
  return { words: words.slice(0, end), credentials: words.slice(end).join(' ') };
};

/** Separates the forms of address and titles before a name. Its last word is none. */
const withoutTitles = (words: readonly string[]) => {
  let start = 0;
  const titles: string[] = [];
  for (; start < words.length - 1; start += 1) {
    const word = words[start] ?? '';
    if (isTitle(word)) titles.push(word);
    else if (!isSalutation(word)) break;
  }
  return { words: words.slice(start), titles };
};

/** Where the family name begins: before the last word and its particles. */
const familyNameStart = (words: readonly string[]): number => {
  const isParticle = (word = ''): boolean =>
    PARTICLES.has(word.toLowerCase()) || LOWER_CASE_PARTICLES.has(word);
  let start = words.length - 1;
  while (start > 1 && isParticle(words[start - 1])) start -= 1;
  return start;
};

/** Family names that capitals mark: `DUPONT Jean`. Two letters may be initials. */
const CAPITALS = /^(?=.*\p{Lu}.*\p{Lu}.*\p{Lu})[\p{Lu}'’-]+$/u;

/** Where a family name in capitals stands before the given names, the number of its words; else 0. */
const leadingCapitals = (words: readonly string[]): number => {
  const count = words.findIndex((word) => !CAPITALS.test(word));
  return count > 0 && words.slice(count).every((word) => /\p{Ll}/u.test(word)) ? count : 0;
};

/** Chinese, Japanese and Korean names have the family name first. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー・々]+$/u;

/** A name of 2 to 4 Chinese or Korean characters, of 4 only with a compound family name. */
const UNSPACED = new RegExp(
  `^(?!(?:${COMPOUND_FAMILY_NAMES})$)(?=(?<han>\\p{Script=Han}+$)|\\p{Script=Hangul}+$)` +
    `(?<family>${COMPOUND_FAMILY_NAMES}|.)(?<given>..?)$`,
  'u',
);
/** Where names in Chinese characters have a family name of one, or a compound one. */
const CHINESE_CHARACTER_REGIONS = /^(?:CN|HK|KR|MO|SG|TW)$/;

/**
 * Splits a Chinese or Korean name without a space. Japanese family names are of any length, so a name in
 * Chinese characters needs a country, or a family name, that is not Japanese. Undefined for other names.
 */
const splitUnspaced = (name: string, region: string | undefined): SplitName | undefined => {
  const { han, family = '', given = '' } = UNSPACED.exec(name)?.groups ?? {};
  const isChinese = CHINESE_CHARACTER_REGIONS.test(region ?? '') || CHINESE_FAMILY_NAMES.has(family);
  if (family === '' || (han !== undefined && (region === 'JP' || !isChinese))) return undefined;
  return { firstName: isFormOfAddress(given) ? null : given, lastName: family };
};

/** Whether a name is one of East Asia of which nothing tells where the family name ends. */
export const isUnsplit = ({ firstName, lastName }: SplitName): boolean =>
  lastName === null && firstName !== null && firstName.length > 1 && FAMILY_FIRST.test(firstName);

/**
 * Splits a full name: `Lovelace, Ada` at the comma, otherwise before the last word, with the particles before
 * it (`van`, `de la`), and a family name in capitals, or of East Asia, after the first words. One word is a
 * first name, and after a form of address a last name. Credentials, suffixes and titles (`Jr.`, `PhD`, `Dr.`)
 * are no names: they stay behind the last name, as written. Forms of address (`Mrs.`, `Herr`) are omitted.
 *
 * @param region the country of the person, if it is known
 */
export const splitFullName = (text: string, region?: string): SplitName => {
  const name = visibleText(text);
  const unspaced = splitUnspaced(name, region);
  if (unspaced !== undefined) return unspaced;
  const [titled = [], ...rest] = name.split(',').map(wordsOf);
  const { words: untitled, titles } = withoutTitles(titled);
  const parts = [untitled, ...rest].filter((words) => words.length > 0);
  const isName = (words: readonly string[]): boolean => words.some((word) => !isCredential(word, name));
  const [first, ...others] = parts;
  const suffixes = others.filter((words) => !isName(words)).map((words) => words.join(' '));
  const given = others.filter(isName);
  if (first === undefined) return { firstName: null, lastName: null };
  if (given.length > 0) {
    const [main = [], ...more] = given;
    const { words: untitledMain, titles: inner } = withoutTitles(main);
    const { words, credentials } = withoutCredentials(untitledMain, name);
    const ends = credentials === '' ? [] : [credentials];
    const last = [first.join(' '), ...ends, ...titles, ...inner, ...suffixes];
    return {
      firstName: [words.join(' '), ...more.map((each) => each.join(' '))].join(', '),
      lastName: last.join(', '),
    };
  }
  const { words, credentials } = withoutCredentials(first, name);
  const leading = words.every((word) => FAMILY_FIRST.test(word)) ? words.length - 1 : leadingCapitals(words);
  if (leading > 0) {
    const family = [words.slice(0, leading).join(' '), ...(credentials === '' ? [] : [credentials])];
    return {
      firstName: words.slice(leading).join(' '),
      lastName: [family.join(' '), ...titles, ...suffixes].join(', '),
    };
  }
  const start = familyNameStart(words);
  const lastWords = [...words.slice(start), ...(credentials === '' ? [] : [credentials])].join(' ');
  const last = [lastWords, ...titles, ...suffixes].join(', ');
  if (words.length > 1) return { firstName: words.slice(0, start).join(' '), lastName: last };
  // `Mrs. Lovelace` is addressed by the family name.
  return untitled.length < titled.length
    ? { firstName: null, lastName: last }
    : { firstName: last, lastName: null };
};

/** A first name without the form of address before it: `Mrs. Nora`. */
export const withoutSalutation = (firstName: string): string => {
  const words = wordsOf(firstName);
  const start = words.findIndex((word) => !isSalutation(word));
  return start > 0 ? words.slice(start).join(' ') : firstName;
};

/** Completes first and last name from the full name, as far as a row has only one of them. */
export const completedName = (
  fullName: string,
  { firstName, lastName }: SplitName,
  region?: string,
): SplitName => {
  if (firstName === null && lastName === null) return splitFullName(fullName, region);
  const whole = visibleText(fullName);
  const rest = (known: string, isStart: boolean): string | null => {
    const plain = visibleText(known);
    if (isStart && whole.startsWith(`${plain} `)) return whole.slice(plain.length).trim();
    return !isStart && whole.endsWith(` ${plain}`) ? whole.slice(0, -plain.length).trim() : null;
  };
  if (firstName !== null && lastName === null) return { firstName, lastName: rest(firstName, true) };
  if (firstName === null && lastName !== null) return { firstName: rest(lastName, false), lastName };
  return { firstName, lastName };
};

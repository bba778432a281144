/** Words that belong to the family name that follows them. */
const PARTICLES = new Set(
  'van von der den de del della di da dos du la le al bin ibn ter ten st st. el'.split(' '),
);
const SUFFIX = /^(?:jr\.?|sr\.?|ii|iii|iv|phd|ph\.d\.?|md|m\.d\.?|esq\.?)$/i;

export interface SplitName {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * Splits a full name: `Lovelace, Ada` at the comma, otherwise before the last word, with the particles before
 * it (`van`, `de la`) and the suffixes after it (`Jr.`). One word is a first name.
 */
export const splitFullName = (name: string): SplitName => {
  const [beforeComma = '', afterComma, ...more] = name.split(',').map((part) => part.trim());
  if (afterComma !== undefined && afterComma !== '' && more.length === 0 && !SUFFIX.test(afterComma)) {
    return { firstName: afterComma, lastName: beforeComma === '' ? null : beforeComma };
  }
  const words = name.trim().split(/\s+/).filter(Boolean);
  if (words.length < 2) return { firstName: words[0] ?? null, lastName: null };
  let start = words.length - 1;
  while (start > 1 && SUFFIX.test((words[start] ?? '').replace(',', ''))) start -= 1;
  while (start > 1 && PARTICLES.has((words[start - 1] ?? '').toLowerCase())) start -= 1;
  return { firstName: words.slice(0, start).join(' '), lastName: words.slice(start).join(' ') };
};

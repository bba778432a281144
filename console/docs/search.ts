import type { IndexedSection } from '../../shared/contract/console/docs-search.ts';

/** What a match in each part of a section is worth. */
const WEIGHTS = { title: 4, heading: 6, text: 1 } as const;

/** How much more a match at the start of a word is worth. */
const WORD_START = 2;

const termsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

const scoreIn = (text: string, term: string): number => {
  const at = text.indexOf(term);
  if (at === -1) return 0;
  return at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? WORD_START : 1;
};

/** The score of a section; 0 if it lacks one of the terms. */
const scoreOf = (section: IndexedSection, terms: readonly string[]): number => {
  let score = 0;
  for (const term of terms) {
    const parts = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).map(
      (part) => WEIGHTS[part] * scoreIn(section[part].toLowerCase(), term),
    );
    const sum = parts.reduce((total, each) => total + each, 0);
    if (sum === 0) return 0;
    score += sum;
  }
  return score;
};

/** The sections that have all words of a query, or words that start with them, the best first. */
export const searchSections = (
  sections: readonly IndexedSection[],
  query: string,
  limit: number,
): readonly IndexedSection[] => {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ section }) => section);
};

const SNIPPET_CHARACTERS = 140;

/** The part of a text around the first word of a query. */
export const snippetOf = (text: string, query: string): string => {
  const [term = ''] = termsOf(query);
  const at = Math.max(0, text.toLowerCase().indexOf(term) - 40);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const end = start + SNIPPET_CHARACTERS;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
};

import type { IndexedSection } from '../../shared/contract/console/docs-search.ts';
import type { Section } from './markdown.ts';

/** The text of a section of a reference page that is searched: its fields are found by their pages. */
const REFERENCE_CHARACTERS = 200;

interface SearchedPage {
  readonly name: string;
  readonly title: string;
  readonly isReference?: boolean;
  readonly sections: readonly Section[];
}

/** The sections of all pages, as JSON, for the search of the documentation. */
export const searchIndex = (pages: readonly SearchedPage[]): string => {
  const sections = pages.flatMap(({ name, title, isReference = false, sections: ofPage }): IndexedSection[] =>
    ofPage.map(({ level, heading, anchor, text }) => ({
      page: name,
      title,
      heading,
      anchor: level === 1 ? '' : anchor,
      text: isReference ? text.slice(0, REFERENCE_CHARACTERS) : text,
    })),
  );
  return JSON.stringify(sections);
};

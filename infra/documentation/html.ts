import { escapeHtml } from '../html/escape-html.ts';

/** Markup that is safe to be put into a page as it stands. */
export interface Html {
  readonly markup: string;
}

type Value = Html | string | number | readonly Html[];

const markupOf = (value: Value): string => {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
};

/** Takes text as markup. Only for what has been escaped by others, such as the Markdown renderer. */
export const trusted = (markup: string): Html => ({ markup });

/** A piece of a page. Whatever is put into it is escaped, but for what is markup already. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  trusted(strings.reduce((text, part, index) => text + markupOf(values[index - 1] ?? '') + part));

export const NOTHING: Html = trusted('');

/** Pieces with something between them. */
export const joined = (pieces: readonly Html[], separator: string): Html =>
  trusted(pieces.map(({ markup }) => markup).join(escapeHtml(separator)));

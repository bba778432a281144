const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Markup that is safe to insert into a page. */
export interface Html {
  readonly markup: string;
}

type Value = Html | string | readonly Html[] | undefined | false;

const markupOf = (value: Value): string => {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
};

/** Marks text as safe markup. Use it only for escaped text, such as the Markdown renderer's output. */
export const trusted = (markup: string): Html => ({ markup });

/**
 * A piece of a page. Interpolated values are escaped unless they are markup; `undefined` and `false` are
 * omitted.
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  trusted(strings.reduce((text, part, index) => text + markupOf(values[index - 1]) + part));

/** Joins pieces with an escaped separator. */
export const joined = (pieces: readonly Html[], separator: string): Html =>
  trusted(pieces.map(({ markup }) => markup).join(escapeHtml(separator)));

import MarkdownIt from 'markdown-it';
import { escapeHtml, type Html, trusted } from './html.ts';

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** A target that is a page: its address has no extension. */
const PAGE = /^([\w.-]+)\.md(?=#|$)/;

/** A target that is another file. */
const DOWNLOAD = /^[\w.-]+\.\w+$/;

/** Lets wide content scroll on its own, by keyboard too. */
const SCROLLED = 'class="scroll" tabindex="0" role="group"';

/** A heading, and the text below it until the next one. */
export interface Section {
  /** 1 for the title of the page. */
  readonly level: number;
  readonly heading: string;
  readonly anchor: string;
  /** Without code blocks. */
  readonly text: string;
}

const markdownIt = new MarkdownIt({ html: false });

type Token = ReturnType<typeof markdownIt.parse>[number];

const textOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

const sectionsOf = (tokens: readonly Token[]): readonly Section[] => {
  const headings = tokens.flatMap(({ type, tag }, index) =>
    type === 'heading_open' ? [{ index, level: Number(tag.slice(1)) }] : [],
  );
  return headings.map(({ index, level }, position) => {
    const [heading = '', ...texts] = tokens
      .slice(index, headings[position + 1]?.index)
      .filter(({ type }) => type === 'inline')
      .map(textOf);
    return { level, heading, anchor: anchorOf(heading), text: texts.join(' ') };
  });
};

const { rules } = markdownIt.renderer;

rules['link_open'] = (tokens, index, _options, _environment, renderer) => {
  const token = tokens[index];
  const target = String(token?.attrGet('href') ?? '');
  const href = target.replace(PAGE, '$1');
  token?.attrSet('href', href);
  if (href === target && DOWNLOAD.test(href)) token?.attrSet('download', '');
  return token === undefined ? '' : `<a${renderer.renderAttrs(token)}>`;
};
rules['heading_open'] = (tokens, index) =>
  `<${tokens[index]?.tag} id="${escapeHtml(anchorOf(textOf(tokens[index + 1])))}">`;
rules['table_open'] = () => `<div ${SCROLLED} aria-label="Table"><table>`;
rules['table_close'] = () => '</table></div>';
// The alignment of a column is an inline style, which the policy refuses.
const cell: typeof rules.th_open = (tokens, index, _options, _environment, renderer) => {
  const token = tokens[index];
  const isNumeric = token?.attrGet('style') === 'text-align:right';
  if (token === undefined) return '';
  token.attrs = isNumeric ? [['class', 'numeric']] : [];
  return `<${token.tag}${renderer.renderAttrs(token)}>`;
};
rules['th_open'] = cell;
rules['td_open'] = cell;
rules['fence'] = (tokens, index) =>
  `<div class="code"><pre ${SCROLLED} ` +
  `aria-label="Code"><code>${escapeHtml(tokens[index]?.content ?? '')}</code></pre></div>\n`;
rules['code_block'] = rules['fence'];

/**
 * Renders trusted Markdown, whose links lead to `NAME.md`, downloads and the web. HTML in it is escaped, and
 * headings get the anchors that GitHub gives them.
 */
export const renderMarkdown = (
  source: string,
): { readonly html: Html; readonly sections: readonly Section[] } => {
  const environment = {};
  const tokens = markdownIt.parse(source, environment);
  const sections = sectionsOf(tokens);
  return { html: trusted(markdownIt.renderer.render(tokens, markdownIt.options, environment)), sections };
};

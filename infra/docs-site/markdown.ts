import MarkdownIt from 'markdown-it';
import { escapeHtml, type Html, trusted } from './html.ts';

/**
 * What a link in Markdown leads to on a page.
 *
 * @returns undefined if there is no such page: the link becomes plain text
 */
export type ResolveLink = (target: string) => string | undefined;

export interface Markdown {
  /** Whole text, with headings that can be linked to as on GitHub. */
  readonly render: (source: string) => Html;
  /** Text without paragraphs, for a cell of a table. */
  readonly renderInline: (source: string) => Html;
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** What is wide can be scrolled by itself, also by keyboard. */
const SCROLLED = 'class="scroll" tabindex="0" role="group"';

/**
 * Renders Markdown of ours. Markup in it is shown as text, and links lead nowhere but to the web and to where
 * `resolveLink` says.
 */
export const createMarkdown = (resolveLink: ResolveLink): Markdown => {
  const markdown = new MarkdownIt({ html: false });
  const { rules } = markdown.renderer;
  // Of a link that is left out, the end is left out, too.
  const isLeftOut: boolean[] = [];

  rules['link_open'] = (tokens, index, _options, _environment, renderer) => {
    const token = tokens[index];
    const href = resolveLink(String(token?.attrGet('href') ?? ''));
    isLeftOut.push(href === undefined);
    if (token === undefined || href === undefined) return '';
    token.attrSet('href', href);
    return `<a${renderer.renderAttrs(token)}>`;
  };
  rules['link_close'] = () => (isLeftOut.pop() === true ? '' : '</a>');
  rules['heading_open'] = (tokens, index) => {
    const token = tokens[index];
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    return `<${token?.tag} id="${escapeHtml(anchorOf(text))}">`;
  };
  rules['table_open'] = () => `<div ${SCROLLED} aria-label="Table"><table>`;
  rules['table_close'] = () => '</table></div>';
  const code = (content: string): string =>
    `<pre ${SCROLLED} aria-label="Code"><code>${escapeHtml(content)}</code></pre>`;
  rules['fence'] = (tokens, index) => code(tokens[index]?.content ?? '');
  rules['code_block'] = rules['fence'];

  return {
    render: (source) => trusted(markdown.render(source)),
    renderInline: (source) => trusted(markdown.renderInline(source)),
  };
};

import MarkdownIt from 'markdown-it';
import { escapeHtml, type Html, trusted } from './html.ts';

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** A target that is a file: pages have no extension. */
const DOWNLOAD = /^[\w.-]+\.\w+$/;

/** Lets wide content scroll on its own, by keyboard too. */
const SCROLLED = 'class="scroll" tabindex="0" role="group"';

/**
 * Renders trusted Markdown. HTML in it is escaped.
 *
 * @param resolveLink returns the target of a link; `undefined` turns the link into plain text
 */
export const createMarkdown = (resolveLink: (target: string) => string | undefined) => {
  const markdown = new MarkdownIt({ html: false });
  const { rules } = markdown.renderer;
  // The closing tag of a link is omitted with its opening tag.
  const isOmitted: boolean[] = [];

  rules['link_open'] = (tokens, index, _options, _environment, renderer) => {
    const token = tokens[index];
    const href = resolveLink(String(token?.attrGet('href') ?? ''));
    isOmitted.push(href === undefined);
    if (token === undefined || href === undefined) return '';
    token.attrSet('href', href);
    if (DOWNLOAD.test(href)) token.attrSet('download', '');
    return `<a${renderer.renderAttrs(token)}>`;
  };
  rules['link_close'] = () => (isOmitted.pop() === true ? '' : '</a>');
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
    /** Renders a document; headings get the anchors that GitHub gives them. */
    render: (source: string): Html => trusted(markdown.render(source)),
    /** Renders text without paragraphs, for table cells. */
    renderInline: (source: string): Html => trusted(markdown.renderInline(source)),
  };
};

/** Renders text of an OpenAPI document, which may only link to the web. */
export const referenceMarkdown = createMarkdown((target) =>
  target.startsWith('https:') ? target : undefined,
);

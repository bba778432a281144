import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withPageLinks } from '../../../infra/docs-site/guide-links.ts';
import { renderMarkdown } from '../../../infra/docs-site/markdown.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const GUIDE = 'infra/docs/guides/errors.md';
const render = (source: string): string => renderMarkdown(source).html.markup.trim();

describe('the links of a guide', () => {
  it.each([
    ['[a](paging.md#what-you-can-rely-on)', '[a](paging.md#what-you-can-rely-on)'],
    ['[a](../api.md#operations)', '[a](reference.md)'],
    ['[a](../../../clients/typescript)', '[a](sales-data-client.tgz)'],
    ['[a *b*](../decisions/0012-console.md) [c](#d)', 'a *b* [c](#d)'],
    ['[`a[].b`\nc](../decisions)', '`a[].b`\nc'],
    ['[a](https://example.com)', '[a](https://example.com)'],
    ['```\n[a](nowhere.md)\n```', '```\n[a](nowhere.md)\n```'],
  ])('links to pages and downloads, or leaves text: %s', (source, expected) => {
    expect(withPageLinks(ROOT, GUIDE, source)).toBe(expected);
  });

  it('rejects a link to a missing file', () => {
    expect(() => withPageLinks(ROOT, GUIDE, '[a](nowhere.md)')).toThrow('errors.md links to nowhere.md');
  });
});

describe('Markdown of a page', () => {
  it('escapes HTML everywhere', () => {
    const shown = [
      render('<script>alert(1)</script>'),
      render('a <b onclick="x()">b</b>'),
      render('`<i>`'),
      render('```\n<i>\n```'),
      render('| <i> |\n|---|\n| <i> |'),
      render('# <i>'),
    ].join('');
    expect(shown).not.toMatch(/<(script|b|i)\b/);
    expect(shown).toContain('&lt;script&gt;');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])('does not link to %s', (target) => {
    expect(render(`[text](${target})`)).not.toContain('<a');
  });

  it('gives headings the anchors that GitHub gives them', () => {
    expect(render('## ETag, and `304`: what’s new')).toBe(
      '<h2 id="etag-and-304-whats-new">ETag, and <code>304</code>: what’s new</h2>',
    );
  });

  it('links to pages without an extension, and downloads other files', () => {
    expect(render('[a](paging.md#b)')).toBe('<p><a href="paging#b">a</a></p>');
    expect(render('[a](client.tgz)')).toBe('<p><a href="client.tgz" download="">a</a></p>');
    expect(render('[a](https://example.com)')).toBe('<p><a href="https://example.com">a</a></p>');
  });

  it('aligns columns without inline styles, which the policy refuses', () => {
    const shown = render('| a | b |\n|---|--:|\n| c | 1 |');
    expect(shown).toContain('<th>a</th>\n<th class="numeric">b</th>');
    expect(shown).toContain('<td>c</td>\n<td class="numeric">1</td>');
  });

  it('creates a section for each heading, with its text but no code blocks', () => {
    const { sections } = renderMarkdown(
      '# A\n\nb `c`\nd\n\n```\ne\n```\n\n## F\n\n| g | h |\n|---|---|\n| i | j |\n',
    );
    expect(sections).toEqual([
      { level: 1, heading: 'A', anchor: 'a', text: 'b c d' },
      { level: 2, heading: 'F', anchor: 'f', text: 'g h i j' },
    ]);
  });
});

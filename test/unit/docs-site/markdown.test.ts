import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideLinks } from '../../../infra/docs-site/guide-links.ts';
import { createMarkdown } from '../../../infra/docs-site/markdown.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const resolve = guideLinks(ROOT, 'infra/docs/guides/errors.md');
const render = (source: string): string => createMarkdown(resolve).render(source).markup.trim();

describe('Markdown of a guide', () => {
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

  it('links to documents with a page, and turns other links into text', () => {
    expect(render('[a](paging.md#what-you-can-rely-on)')).toBe(
      '<p><a href="paging#what-you-can-rely-on">a</a></p>',
    );
    expect(render('[a](../api.md#operations)')).toBe('<p><a href="reference">a</a></p>');
    expect(render('[a *b*](../runbook/README.md) [c](#d)')).toBe('<p>a <em>b</em> <a href="#d">c</a></p>');
    expect(render('[a](https://example.com)')).toBe('<p><a href="https://example.com">a</a></p>');
  });

  it('rejects a link to a missing file', () => {
    expect(() => render('[a](nowhere.md)')).toThrow('errors.md links to nowhere.md');
  });
});

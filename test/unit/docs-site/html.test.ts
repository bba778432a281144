import { describe, expect, it } from 'vitest';
import { html, joined, trusted } from '../../../infra/docs-site/html.ts';

const EVIL = `<img src=x onerror="alert('1')">&`;
const HARMLESS = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

describe('a piece of a page', () => {
  it('escapes text, within elements and attributes', () => {
    expect(html`<a title="${EVIL}">${EVIL}</a>`.markup).toBe(`<a title="${HARMLESS}">${HARMLESS}</a>`);
  });

  it('accepts pieces and lists of pieces unchanged, and never escapes twice', () => {
    const piece = html`<b>${EVIL}</b>`;
    expect(html`${piece}|${[piece, trusted('<i></i>')]}|${undefined}${false}`.markup).toBe(
      `<b>${HARMLESS}</b>|<b>${HARMLESS}</b><i></i>|`,
    );
    expect(joined([piece, html`2`], ' < ').markup).toBe(`<b>${HARMLESS}</b> &lt; 2`);
  });
});

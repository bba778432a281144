import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOWNLOADS, FILE_DOWNLOADS } from '../../../infra/docs-site/pages.ts';
import { renderDocsSite } from '../../../infra/docs-site/render-docs-site.ts';
import { PROBLEMS } from '../../../shared/contract/problems.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const files = renderDocsSite(ROOT, {
  style: 'documentation-ABC.css',
  script: 'docs-ABC.js',
  icon: 'icon-DEF.svg',
});
const pages = new Map(
  [...files].flatMap(([name, text]) => (name.endsWith('.html') ? [[name.slice(0, -5), text] as const] : [])),
);
const BASE = 'https://admin.example/admin/console/';

const addressOf = (name: string): string => (name === 'index' ? `${BASE}docs` : `${BASE}docs/${name}`);
const attributes = (page: string, name: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
const idsOf = (page: string): readonly string[] => attributes(page, 'id');
const known = new Map([...pages].map(([name, page]) => [addressOf(name), page]));

const isFine = (target: string): boolean => {
  const url = new URL(target);
  if (url.origin !== new URL(BASE).origin) return url.protocol === 'https:';
  const address = `${url.origin}${url.pathname}`;
  const downloads = [...DOWNLOADS, ...FILE_DOWNLOADS].map(({ file }) => file);
  const texts = [...files.keys()].filter((file) => !file.endsWith('.html'));
  const others = [
    'documentation-ABC.css',
    'icon-DEF.svg',
    ...[...downloads, ...texts].map((file) => `docs/${file}`),
  ];
  if ([BASE.slice(0, -1), ...others.map((file) => BASE + file)].includes(address)) return true;
  const page = known.get(address);
  return (
    page !== undefined && (url.hash === '' || idsOf(page).includes(decodeURIComponent(url.hash.slice(1))))
  );
};

describe.each([...pages])('the page %s of the documentation', (name, page) => {
  it('links to existing pages, below any base address', () => {
    const targets = attributes(page, 'href').map((href) => new URL(href, addressOf(name)).href);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !isFine(target))).toEqual([]);
  });

  it('has each anchor once, one title, and nothing that the policy refuses', () => {
    const ids = idsOf(page);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(page.match(/<h1\b/g)).toHaveLength(1);
    expect(page).not.toMatch(
      /<script(?! type="module" src="[./]*docs-ABC\.js"><\/script>)|<style|\sstyle=|\son\w+=|undefined|\[object/,
    );
  });
});

describe('the documentation', () => {
  it('has a page for every guide', () => {
    const guides = globSync('infra/docs/guides/*.md', { cwd: ROOT }).map((file) => basename(file, '.md'));
    expect(guides.filter((name) => !pages.has(name))).toEqual([]);
  });

  it('documents the meaning and the remedy of every problem', () => {
    const page = pages.get('errors') ?? '';
    for (const [name, { status }] of Object.entries(PROBLEMS)) {
      expect(page).toMatch(new RegExp(`href="#${name}"><code>${name}</code></a></td>\\s*<td>${status}</td>`));
      expect(page).toMatch(
        new RegExp(`<h2 id="${name}">${name}</h2>\\s*<p><strong>Means:</strong>[^]*?<strong>Do:`),
      );
    }
  });

  it.each([
    ['typescript', 'sales-data-client.tgz'],
    ['mcp', 'sales-data-mcp.tgz'],
    ['postman', 'sales-data.postman_collection.json'],
    ['postman', 'sales-data.http'],
    ['airbyte', 'source-sales-data.yaml'],
  ])('offers on the page %s the download %s', (page, file) => {
    expect(pages.get(page)).toContain(`<a href="${file}" download="">`);
  });

  it.each([
    ['reference', 'data-api.json'],
    ['admin-reference', 'admin-api.json'],
  ])('documents every operation, event, response, header and schema of %s', (name, file) => {
    const document = JSON.parse(readFileSync(join(ROOT, 'shared/operations/openapi', file), 'utf8'));
    const items: readonly Record<string, { operationId: string; summary: string }>[] = Object.values({
      ...document.paths,
      ...document.webhooks,
    });
    const all = [...pages]
      .filter(([page]) => page === name || page.startsWith(`${name}-`))
      .map(([, page]) => page);
    const titles = all.map((page) => /<h1 id=[^>]*>(.*?)<\/h1>/.exec(page)?.[1]);
    expect(titles).toEqual(
      expect.arrayContaining(items.flatMap((item) => Object.values(item).map(({ summary }) => summary))),
    );
    const { responses, headers, schemas } = document.components;
    const ids = all.flatMap(idsOf);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(responses).map((each) => each.toLowerCase())));
    // Those of one operation are on its page.
    const isOnPage = (schema: string): boolean =>
      all.some((page) => page.includes(`</code>: <code>${schema}</code>`));
    const missing = Object.keys(schemas).filter(
      (each) => !ids.includes(each.toLowerCase()) && !isOnPage(each),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(headers).length).toBe((pages.get(`${name}-headers`)?.match(/<tr>/g)?.length ?? 0) - 1);
  });

  it('shows type, nullability and limits of a field', () => {
    const page = pages.get('reference-schemas') ?? '';
    const text = page.replace(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'emails[].type string or null As the source calls it, such as work or personal. 1 to 500 characters.',
    );
    expect(text).toContain('customFields object');
    expect(page).toContain('<a href="reference-schemas#location">Location</a> or null');
    const list = pages.get('reference-list-webhook-endpoints') ?? '';
    expect(list.replace(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')).toContain(
      ' limit query integer The maximum number of items per page. 1 to 200; default 100. ',
    );
  });

  it.each(['curl', 'TypeScript', 'Python'])(
    'shows how to send each request of the data API: %s',
    (language) => {
      const document = JSON.parse(
        readFileSync(join(ROOT, 'shared/operations/openapi/data-api.json'), 'utf8'),
      );
      const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object));
      const shown = [...pages].filter(
        ([name, page]) => name.startsWith('reference-') && page.includes(`>${language}</h3>`),
      );
      expect(shown).toHaveLength(operations.length);
    },
  );

  it('publishes the Markdown of each page, and lists them all in llms.txt', () => {
    const names = [...pages.keys()].filter((name) => name !== 'index');
    const list = files.get('llms.txt') ?? '';
    expect(list).toMatch(/^# .+\n\n> .+\n\n## /);
    expect([...list.matchAll(/^- \[.+\]\((.+?)\): .+$/gm)].map(([, target]) => target)).toEqual(
      names.map((name) => `${name}.md`),
    );
    for (const name of names) {
      const text = files.get(`${name}.md`) ?? '';
      expect(text).toMatch(/^# /);
      expect(pages.get(name)).toContain(`<link rel="alternate" href="${name}.md" type="text/markdown">`);
      const targets = [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/\]\(([^()\s]+)\)/g)];
      const linked = targets
        .map(([, target = '']) => target.split('#')[0] ?? '')
        .filter((target) => target.endsWith('.md'));
      expect(linked.filter((target) => !files.has(target))).toEqual([]);
    }
  });

  it('outlines each page, and links through all of them', () => {
    const [first = '', second = '', third = ''] = [...pages.keys()].filter((name) => name !== 'index');
    const page = pages.get(second) ?? '';
    expect(page).toContain(`<a rel="prev" href="${first}">`);
    expect(page).toContain(`<a rel="next" href="${third}">`);
    expect(pages.get('errors')).toMatch(
      /aria-label="On this page">[\s\S]*<a href="#quota-exceeded">quota-exceeded<\/a>/,
    );
  });
});

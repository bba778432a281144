import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOWNLOADS, FILE_DOWNLOADS } from '../../../infra/docs-site/pages.ts';
import { renderDocsSite } from '../../../infra/docs-site/render-docs-site.ts';
import { PROBLEMS } from '../../../shared/contract/problems.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const pages = renderDocsSite(ROOT, { style: 'documentation-ABC.css', icon: 'icon-DEF.svg' });
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
  const files = ['documentation-ABC.css', 'icon-DEF.svg', ...downloads.map((file) => `docs/${file}`)];
  if ([BASE.slice(0, -1), ...files.map((file) => BASE + file)].includes(address)) return true;
  const page = known.get(address);
  return (
    page !== undefined && (url.hash === '' || idsOf(page).includes(decodeURIComponent(url.hash.slice(1))))
  );
};

describe.each([...pages])('the page %s of the documentation', (name, page) => {
  it('has links that lead somewhere, below whatever base address', () => {
    const targets = attributes(page, 'href').map((href) => new URL(href, addressOf(name)).href);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !isFine(target))).toEqual([]);
  });

  it('has each anchor once, one title, and nothing that the policy refuses', () => {
    const ids = idsOf(page);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(page.match(/<h1\b/g)).toHaveLength(1);
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|undefined|\[object/);
  });
});

describe('the documentation', () => {
  it('says of every problem what it means and what to do', () => {
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
  ])('has every operation, event, response, header and schema in the page %s', (name, file) => {
    const document = JSON.parse(readFileSync(join(ROOT, 'shared/contract/openapi', file), 'utf8'));
    const items: readonly Record<string, { operationId: string; summary: string }>[] = Object.values({
      ...document.paths,
      ...document.webhooks,
    });
    const { responses, headers, schemas } = document.components;
    const page = pages.get(name) ?? '';
    expect(idsOf(page)).toEqual(
      expect.arrayContaining([
        ...items.flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
        ...Object.keys(responses).map((each) => `response-${each}`),
        ...Object.keys(headers).map((each) => `header-${each}`),
        ...Object.keys(schemas).map((each) => `schema-${each}`),
      ]),
    );
  });

  it('shows type, nullability and limits of a field', () => {
    const page = pages.get('reference') ?? '';
    const text = page.replace(/<[^>]+>/g, '');
    expect(text).toContain(
      'emails[].typestring or nullAs the source calls it, such as work or personal. 1 to 500 characters',
    );
    expect(text).toContain('customFieldsobject');
    expect(text).toContain('limit queryintegerThe maximum number of items per page. 1 to 200; default 100');
    expect(page).toContain('<a href="#schema-Location">Location</a> or null');
  });
});

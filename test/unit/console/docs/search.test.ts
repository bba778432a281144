import { expect, it } from 'vitest';
import { searchSections, snippetOf } from '../../../../console/docs/search.ts';
import type { IndexedSection } from '../../../../shared/contract/console/docs-search.ts';

const section = (title: string, heading: string, text: string): IndexedSection => ({
  page: title.toLowerCase(),
  title,
  heading,
  anchor: '',
  text,
});

const SECTIONS = [
  section('Webhooks', 'Retries', 'A delivery is retried for about 50 hours.'),
  section('Errors', 'Too many requests', 'Retry after the `Retry-After` delay.'),
  section('Retention', 'Expired events', 'Read the collections again.'),
];

const found = (query: string) => searchSections(SECTIONS, query, 10).map(({ heading }) => heading);

it('finds sections that contain all words, matches in headings first', () => {
  expect(found('retr')).toEqual(['Retries', 'Too many requests']);
  expect(found('RETRY delay')).toEqual(['Too many requests']);
  expect(found('retention hours')).toEqual([]);
  expect(found('  ')).toEqual([]);
  expect(searchSections(SECTIONS, 're', 1)).toHaveLength(1);
});

it('shows the text around the first word', () => {
  const text = `${'before '.repeat(20)}needle ${'after '.repeat(40)}`;
  const snippet = snippetOf(text, 'Needle');
  expect(snippet).toMatch(/^… .*needle.* …$/);
  expect(snippet.length).toBeLessThan(160);
  expect(snippetOf('short', 'other')).toBe('short');
});

import type { IndexedSection } from '../../shared/contract/console/docs-search.ts';
import { searchSections, snippetOf } from './search.ts';

const MAX_RESULTS = 12;

const create = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
};

const resultOf = (pages: string, section: IndexedSection, query: string): HTMLElement => {
  const { page, title, heading, anchor, text } = section;
  const href = `${pages}${page}${anchor === '' ? '' : `#${anchor}`}`;
  const link = create('a', { href }, heading);
  const place = heading === title ? [] : [create('span', { class: 'muted' }, ` ${title}`)];
  return create('li', {}, link, ...place, create('p', {}, snippetOf(text, query)));
};

/**
 * Adds the search of the documentation to the header. It loads its index when the field gets the focus.
 *
 * @param pages the path to the folder of the pages
 */
export const addSearchBox = (header: Element, pages: string): void => {
  const input = create('input', {
    type: 'search',
    'aria-label': 'Search the documentation',
    placeholder: 'Search  /',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const status = create('p', { role: 'status', class: 'visually-hidden' });
  const list = create('ul');
  const results = create('div', { class: 'search-results', hidden: '' }, list);
  const box = create('search', { class: 'docs-search' }, input, status, results);
  header.append(box);

  let index: Promise<readonly IndexedSection[]> | undefined;
  const load = (): Promise<readonly IndexedSection[]> => {
    index ??= fetch(`${pages}search.json`).then((response) => {
      if (!response.ok) throw new Error(`The search index responded with ${response.status}.`);
      return response.json();
    });
    return index;
  };
  const close = (): void => {
    results.hidden = true;
  };
  const show = async (): Promise<void> => {
    const query = input.value;
    if (query.trim() === '') return close();
    let found: readonly IndexedSection[];
    try {
      found = searchSections(await load(), query, MAX_RESULTS);
    } catch {
      index = undefined;
      status.textContent = 'The search is not available. Reload the page.';
      list.replaceChildren(create('li', {}, status.textContent));
      results.hidden = false;
      return;
    }
    // The text changed while the index was loading.
    if (query !== input.value) return;
    status.textContent = found.length === 1 ? '1 result' : `${found.length} results`;
    const items = found.map((section) => resultOf(pages, section, query));
    list.replaceChildren(...(items.length > 0 ? items : [create('li', {}, `Nothing found for “${query}”.`)]));
    results.hidden = false;
  };

  input.addEventListener('focus', () => void load().catch(() => undefined));
  input.addEventListener('input', () => void show());
  box.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'Enter' && at === -1) links[0]?.click();
    else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at <= 0 ? input : links[at - 1])?.focus();
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (!box.contains(target as Node)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
};

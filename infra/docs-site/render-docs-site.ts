import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FrameAssets, frame } from './frame.ts';
import { withPageLinks } from './guide-links.ts';
import { type Html, html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { GUIDE_SECTIONS, type PageSource, REFERENCES } from './pages.ts';
import { adminApiSamples, dataApiSamples } from './reference/code-samples.ts';
import type { OpenApiDocument } from './reference/open-api.ts';
import { createReference } from './reference/reference.ts';
import { referencePages } from './reference/reference-pages.ts';
import { searchIndex } from './search-index.ts';

interface Page extends PageSource, ReturnType<typeof renderMarkdown> {
  readonly title: string;
}

interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

const SUMMARY = 'How programs read your organization’s sales data and receive its changes.';

const SAMPLES = { reference: dataApiSamples, 'admin-reference': adminApiSamples };

type Guide = (typeof GUIDE_SECTIONS)[number]['guides'][number];

const guidePage = (root: string, { name, lead, file }: Guide): PageSource => {
  const source = readFileSync(join(root, file), 'utf8');
  return { name, lead, markdown: withPageLinks(root, file, source) };
};

const rendered = (source: PageSource): Page => {
  const { html: content, sections } = renderMarkdown(source.markdown);
  const [first] = sections;
  if (first?.level !== 1) throw new Error(`The page ${source.name} must start with a "# Title" line.`);
  return { ...source, html: content, sections, title: first.heading };
};

const sectionsOf = (root: string): readonly Section[] => [
  ...GUIDE_SECTIONS.map(({ title, guides }) => ({
    title,
    pages: guides.map((guide) => rendered(guidePage(root, guide))),
  })),
  ...REFERENCES.map(({ name, title, lead, file }) => {
    const document: OpenApiDocument = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return {
      title,
      pages: referencePages(createReference(name, document), { title, lead }, SAMPLES[name]).map((page) =>
        rendered({ ...page, isReference: true }),
      ),
    };
  }),
];

/**
 * The pages that the navigation of a page shows: besides all guides, those below the page and its parents.
 */
const navigationOf = (sections: readonly Section[], current?: Page): readonly Section[] => {
  const parents = new Map(sections.flatMap(({ pages }) => pages.map(({ name, parent }) => [name, parent])));
  const open = new Set<string | undefined>([undefined]);
  for (let name = current?.name; name !== undefined; name = parents.get(name)) open.add(name);
  return sections.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ parent }) => open.has(parent)),
  }));
};

const listedAsText = ({ title, pages }: Section): string =>
  `## ${title}\n\n${pages.map((page) => `- [${page.title}](${page.name}.md): ${page.lead}\n`).join('')}`;

/** The list of all pages for language models, with relative links to their Markdown (https://llmstxt.org). */
const llmsTxt = (summary: string, sections: readonly Section[]): string =>
  [`# Sales Data documentation\n\n> ${summary}\n`, ...sections.map(listedAsText)].join('\n');

const listed = ({ title, pages }: Section): Html =>
  html`<h2>${title}</h2>
<dl class="page-list">
${pages.map(
  (page) => html`<dt><a href="docs/${page.name}">${page.title}</a></dt>
<dd>${page.lead}</dd>
`,
)}</dl>
`;

/**
 * Renders the documentation: guides from Markdown, and references from the OpenAPI documents.
 *
 * @param root of the repository
 * @returns the files by name: `NAME.html` and `NAME.md` for each page, `index.html` that lists them,
 * `llms.txt` and `search.json`
 */
export const renderDocsSite = (root: string, assets: FrameAssets): ReadonlyMap<string, string> => {
  const sections = sectionsOf(root);
  const all = sections.flatMap(({ pages }) => pages);
  const index = navigationOf(sections);
  const content = html`<h1>Documentation</h1>
<p>${SUMMARY}</p>
${index.map(listed)}`;
  return new Map([
    ['index.html', frame({ name: null, title: 'Documentation', content, navigation: index, assets })],
    ['llms.txt', llmsTxt(SUMMARY, sections)],
    ['search.json', searchIndex(all)],
    ...all.flatMap((page, position) => [
      [`${page.name}.md`, page.markdown] as const,
      [
        `${page.name}.html`,
        frame({
          ...page,
          content: page.html,
          outline: page.sections.filter(({ level }) => level === 2 || level === 3),
          previous: all[position - 1],
          next: all[position + 1],
          navigation: navigationOf(sections, page),
          assets,
        }),
      ] as const,
    ]),
  ]);
};

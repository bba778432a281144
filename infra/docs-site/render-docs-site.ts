import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FrameAssets, frame } from './frame.ts';
import { guideLinks } from './guide-links.ts';
import { type Html, html } from './html.ts';
import { createMarkdown } from './markdown.ts';
import { GUIDE_SECTIONS, REFERENCES } from './pages.ts';
import type { OpenApiDocument } from './reference/open-api.ts';
import { referencePage } from './reference/reference-page.ts';

interface Page {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly content: Html;
}

interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

const guidePage = (root: string, { name, lead }: { readonly name: string; readonly lead: string }): Page => {
  const document = `infra/docs/guides/${name}.md`;
  const source = readFileSync(join(root, document), 'utf8');
  const title = /^# (.+)/.exec(source)?.[1];
  if (title === undefined) throw new Error(`${document} must start with a "# Title" line.`);
  return { name, title, lead, content: createMarkdown(guideLinks(root, document)).render(source) };
};

const referencePages = (root: string): readonly Page[] =>
  REFERENCES.map(({ file, ...reference }) => {
    const document: OpenApiDocument = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return { ...reference, content: referencePage(document, reference.title) };
  });

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
 * @returns whole pages by name; `index` lists them
 */
export const renderDocsSite = (root: string, assets: FrameAssets): ReadonlyMap<string, string> => {
  const sections: readonly Section[] = [
    ...GUIDE_SECTIONS.map(({ title, guides }) => ({
      title,
      pages: guides.map((guide) => guidePage(root, guide)),
    })),
    { title: 'Reference', pages: referencePages(root) },
  ];
  const list = html`<h1>Documentation</h1>
<p>How programs read your organization’s sales data and receive its changes.</p>
${sections.map(listed)}`;
  return new Map([
    ['index', frame({ name: null, title: 'Documentation', content: list, navigation: sections, assets })],
    ...sections.flatMap(({ pages }) =>
      pages.map((page) => [page.name, frame({ ...page, navigation: sections, assets })] as const),
    ),
  ]);
};

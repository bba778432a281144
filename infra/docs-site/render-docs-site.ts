import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FrameAssets, frame } from './frame.ts';
import { guideLinks } from './guide-links.ts';
import { type Html, html } from './html.ts';
import { createMarkdown } from './markdown.ts';
import { GUIDES, REFERENCES } from './pages.ts';
import type { OpenApiDocument } from './reference/open-api.ts';
import { referencePage } from './reference/reference-page.ts';

interface Page {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly content: Html;
}

const guidePages = (root: string): readonly Page[] =>
  GUIDES.map(({ name, lead }) => {
    const document = `infra/docs/guides/${name}.md`;
    const source = readFileSync(join(root, document), 'utf8');
    const title = /^# (.+)/.exec(source)?.[1];
    if (title === undefined) throw new Error(`${document} must start with a "# Title" line.`);
    return { name, title, lead, content: createMarkdown(guideLinks(root, document)).render(source) };
  });

const referencePages = (root: string): readonly Page[] =>
  REFERENCES.map(({ file, ...reference }) => {
    const document: OpenApiDocument = JSON.parse(readFileSync(join(root, file), 'utf8'));
    return { ...reference, content: referencePage(document, reference.title) };
  });

const listed = ({ name, title, lead }: Page): Html =>
  html`<dt><a href="docs/${name}">${title}</a></dt>
<dd>${lead}</dd>
`;

/**
 * Renders the documentation: guides from Markdown, and references from the OpenAPI documents.
 *
 * @param root of the repository
 * @returns whole pages by name; `index` lists them
 */
export const renderDocsSite = (root: string, assets: FrameAssets): ReadonlyMap<string, string> => {
  const guides = guidePages(root);
  const references = referencePages(root);
  const navigation = [
    { title: 'Guides', pages: guides },
    { title: 'Reference', pages: references },
  ];
  const list = html`<h1>Documentation</h1>
<p>How programs read your organization’s sales data and receive its changes.</p>
<h2>Guides</h2>
<dl class="page-list">
${guides.map(listed)}</dl>
<h2>Reference</h2>
<dl class="page-list">
${references.map(listed)}</dl>`;
  return new Map([
    ['index', frame({ name: null, title: 'Documentation', content: list, navigation, assets })],
    ...[...guides, ...references].map((page) => [page.name, frame({ ...page, navigation, assets })] as const),
  ]);
};

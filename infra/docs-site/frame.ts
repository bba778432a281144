import { type Html, html } from './html.ts';

/** The names of the files that the pages load. */
export interface FrameAssets {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
}

interface PageLink {
  readonly name: string;
  readonly title: string;
}

interface FrameProps {
  /** The name of the page; null for the list of all pages. */
  readonly name: string | null;
  readonly title: string;
  /** Whether tables become lists on narrow screens. @default false */
  readonly isReference?: boolean;
  readonly content: Html;
  /** The headings of the page. */
  readonly outline?: readonly { readonly level: number; readonly heading: string; readonly anchor: string }[];
  readonly previous?: PageLink | undefined;
  readonly next?: PageLink | undefined;
  /** Sections of pages. */
  readonly navigation: readonly { readonly title: string; readonly pages: readonly PageLink[] }[];
  readonly assets: FrameAssets;
}

/**
 * Relative paths, so that pages work below any base address: the list is at `…/console/docs`, the others at
 * `…/console/docs/NAME`.
 */
const pathsFrom = (name: string | null) =>
  name === null
    ? { asset: '', page: 'docs/', list: 'docs', console: '../console' }
    : { asset: '../', page: '', list: '../docs', console: '../../console' };

const outlineOf = (outline: NonNullable<FrameProps['outline']>): Html | false =>
  outline.length > 1 &&
  html`<nav class="outline" aria-label="On this page">
<details>
<summary>On this page</summary>
<ul>
${outline.map(
  ({
    level,
    heading,
    anchor,
  }) => html`<li class="outline-${String(level)}"><a href="#${anchor}">${heading}</a></li>
`,
)}</ul>
</details>
</nav>
`;

const pager = ({ previous, next }: Pick<FrameProps, 'previous' | 'next'>): Html | false =>
  (previous ?? next) !== undefined &&
  html`<nav class="pager" aria-label="Previous and next page">
${
  previous &&
  html`<a rel="prev" href="${previous.name}"><span class="muted">Previous</span> ${previous.title}</a>
`
}${
  next &&
  html`<a rel="next" href="${next.name}"><span class="muted">Next</span> ${next.title}</a>
`
}</nav>
`;

/** A whole page of the documentation in the style of the console. It reads well without its script. */
export const frame = ({
  name,
  title,
  content,
  isReference = false,
  outline = [],
  navigation,
  assets,
  ...pages
}: FrameProps): string => {
  const paths = pathsFrom(name);
  const text = name === null ? `${paths.page}llms.txt` : `${name}.md`;
  const sections = navigation.map(
    (section) => html`<p class="navigation-section">${section.title}</p>
<ul>
${section.pages.map((page) => {
  const current = page.name === name && html` aria-current="page"`;
  return html`<li><a href="${paths.page}${page.name}"${current}>${page.title}</a></li>
`;
})}</ul>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sales Data documentation</title>
<link rel="icon" href="${paths.asset}${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${paths.asset}${assets.style}">
<script type="module" src="${paths.asset}${assets.script}"></script>
<link rel="alternate" href="${text}" type="${name === null ? 'text/plain' : 'text/markdown'}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top" data-pages="${paths.page}">
<a class="brand" href="${paths.list}">Sales Data documentation</a>
<a href="${paths.console}">Console</a>
</header>
<div class="columns docs">
<nav class="navigation" tabindex="0" aria-label="Documentation">
<details class="pages">
<summary>All pages</summary>
${sections}</details>
</nav>
${outlineOf(outline)}<main class="content document${isReference && ' reference'}" id="content" tabindex="-1">
${content}
${pager(pages)}<p class="muted"><a \
href="${text}">${name === null ? 'All pages as text' : 'This page as Markdown'}</a></p>
</main>
</div>
</body>
</html>
`.markup;
};

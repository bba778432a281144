import { type Html, html } from './html.ts';

/** The names of the files that the pages load. */
export interface FrameAssets {
  readonly style: string;
  readonly icon: string;
}

interface FrameProps {
  /** The name of the page; null for the list of all pages. */
  readonly name: string | null;
  readonly title: string;
  readonly content: Html;
  /** Sections of pages. */
  readonly navigation: readonly {
    readonly title: string;
    readonly pages: readonly { readonly name: string; readonly title: string }[];
  }[];
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

/** A whole page of the documentation, without scripts and in the style of the console. */
export const frame = ({ name, title, content, navigation, assets }: FrameProps): string => {
  const paths = pathsFrom(name);
  const sections = navigation.map(
    (section) => html`<p class="navigation-section">${section.title}</p>
<ul>
${section.pages.map(
  (page) =>
    html`<li><a href="${paths.page}${page.name}"${page.name === name && html` aria-current="page"`}>${page.title}</a></li>
`,
)}</ul>
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
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="${paths.list}">Sales Data documentation</a>
<a href="${paths.console}">Console</a>
</header>
<div class="columns">
<nav class="navigation" aria-label="Documentation">
<details class="pages">
<summary>All pages</summary>
${sections}</details>
</nav>
<main class="content document" id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`.markup;
};

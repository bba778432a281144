interface Section {
  readonly title: string;
  readonly pages: readonly { readonly name: string; readonly title: string; readonly lead: string }[];
}

const listed = ({ title, pages }: Section): string =>
  `## ${title}\n\n${pages.map((page) => `- [${page.title}](${page.name}.md): ${page.lead}\n`).join('')}`;

/** The list of all pages for language models, with relative links to their Markdown (https://llmstxt.org). */
export const llmsTxt = (summary: string, sections: readonly Section[]): string =>
  [`# Sales Data documentation\n\n> ${summary}\n`, ...sections.map(listed)].join('\n');

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PAGE_OF_FILE, REFERENCES } from './pages.ts';

/** A block of code, with its fences. */
const FENCED = /(^ *```[\s\S]*?^ *```$)/m;

/** A link, whose text may contain brackets but no link. */
const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;

/**
 * Resolves the links of a document from the repository to those between pages, `NAME.md` with the heading:
 * those to the web stay, and those to files without a page or download, such as decisions, become text.
 *
 * @param root of the repository
 * @param document its path from there
 * @param source its Markdown
 * @throws Error for a link to a missing file
 */
export const withPageLinks = (root: string, document: string, source: string): string => {
  const targetOf = (target: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(target)) return target;
    const [path = '', fragment] = target.split('#');
    const file = posix.join(posix.dirname(document), decodeURI(path)).replace(/\/$/, '');
    if (!existsSync(join(root, file)))
      throw new Error(`${document} links to ${target}, which does not exist.`);
    const page = PAGE_OF_FILE.get(file);
    // References are rendered from OpenAPI, without the headings of the Markdown document.
    const isReference = REFERENCES.some(({ name }) => page === `${name}.md`);
    return page === undefined || fragment === undefined || isReference ? page : `${page}#${fragment}`;
  };
  return source
    .split(FENCED)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(LINK, (_, text: string, target: string) => {
            const resolved = targetOf(target);
            return resolved === undefined ? text : `[${text}](${resolved})`;
          }),
    )
    .join('');
};

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PAGE_OF_FILE } from './pages.ts';

/**
 * Resolves the links of a document. Links to the web stay, links to documents with a page lead to that page,
 * and links to other files of the repository, such as decisions, become plain text.
 *
 * @param root of the repository
 * @param document its path from there
 * @throws Error for a link to a missing file
 */
export const guideLinks =
  (root: string, document: string) =>
  (target: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(target)) return target;
    const [path = '', fragment] = target.split('#');
    const file = posix.join(posix.dirname(document), decodeURI(path));
    if (!existsSync(join(root, file)))
      throw new Error(`${document} links to ${target}, which does not exist.`);
    const page = PAGE_OF_FILE.get(file);
    if (page === undefined) return undefined;
    // References are rendered from OpenAPI, without the anchors of the Markdown document.
    const isGuide = file.startsWith('infra/docs/guides/');
    return fragment === undefined || !isGuide ? page : `${page}#${fragment}`;
  };

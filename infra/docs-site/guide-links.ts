import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ResolveLink } from './markdown.ts';
import { PAGE_OF_DOCUMENT } from './pages.ts';

/**
 * Links of a document of the repository as they are on its page. Links to the web stay; a document that has a page
 * is led to; of what is in the repository alone, such as a decision, only the text stays.
 *
 * @param root of the repository
 * @param document its path from there
 * @throws Error for a link to a file that there is not
 */
export const guideLinks =
  (root: string, document: string): ResolveLink =>
  (target) => {
    if (/^(https?:|mailto:|#)/.test(target)) return target;
    const [path = '', fragment] = target.split('#');
    const file = posix.join(posix.dirname(document), decodeURI(path));
    if (!existsSync(join(root, file))) throw new Error(`${document} links to ${target}, which there is not.`);
    const page = PAGE_OF_DOCUMENT.get(file);
    if (page === undefined) return undefined;
    // The other documents are laid out in another way: their anchors are not those of the page.
    const isGuide = file.startsWith('infra/docs/guides/');
    return fragment === undefined || !isGuide ? page : `${page}#${fragment}`;
  };

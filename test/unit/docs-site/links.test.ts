import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const documents = globSync('**/*.md', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/.*', 'cdk.out'],
});

const withoutCode = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');

/** The anchors that GitHub gives the headings of a document. */
const anchorsOf = (file: string): readonly string[] =>
  [...withoutCode(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the links of a document', () => {
  it.each(documents)('links only to files and headings that exist: %s', (document) => {
    const links = [...withoutCode(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const file = path === '' ? document : posix.join(posix.dirname(document), path);
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/service/command.ts';

const TREES = '{clients,connectors,console,functions,infra,shared}';
const files = globSync(`${TREES}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
  (file) => !/(?:^|\/)(?:node_modules|dist|\.build)\//.test(file),
);

/** Two sibling folders, and the import from a file in the first to a file in the second. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/**
 * The folders in which the paths of two files first differ; `undefined` if one lies directly in a common one.
 */
const arrowOf = (importer: string, imported: string): Arrow | undefined => {
  const [a, b] = [importer.split('/'), imported.split('/')];
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth < 0 || depth >= a.length - 1 || depth >= b.length - 1) return undefined;
  const folder = (path: readonly string[]): string => path.slice(0, depth + 1).join('/');
  return { from: folder(a), to: folder(b), text: `${importer} imports ${imported}` };
};

const arrows = files.flatMap((file) => {
  const source = readFileSync(posix.join(ROOT, file), 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, specifier = '']) => {
    return arrowOf(file, posix.join(posix.dirname(file), specifier)) ?? [];
  });
});

describe('folders', () => {
  it('allows no two folders to import each other, at any level', () => {
    const byPair = Map.groupBy(arrows, ({ from, to }) => `${from} -> ${to}`);
    const returned = [...byPair].flatMap(([, [first]]) =>
      first === undefined ? [] : (byPair.get(`${first.to} -> ${first.from}`) ?? []).map(({ text }) => text),
    );
    expect(arrows.length).toBeGreaterThan(500);
    expect(returned).toEqual([]);
  });
});

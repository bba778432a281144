import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleConsole } from '../../../infra/constructs/platform/console-bundle.ts';

/** The maximum compressed size of what the first view loads. */
const MAXIMUM_BYTES = 90_000;

const folder = mkdtempSync(join(tmpdir(), 'console-'));
await bundleConsole(folder);
const files = readdirSync(folder);
const contentOf = (pattern: RegExp): string =>
  readFileSync(join(folder, files.find((name) => pattern.test(name)) ?? ''), 'utf8');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the console's bundle", () => {
  it('has scripts, two style sheets and an icon, with content hashes in their names', () => {
    expect(files.map((name) => name.replace(/-[A-Z0-9]{8}\./, '-HASH.')).sort()).toEqual([
      'chunk-HASH.js',
      'console-HASH.css',
      'console-HASH.js',
      'docs-HASH.js',
      'documentation-HASH.css',
      'icon-HASH.svg',
      'later-views-HASH.js',
    ]);
  });

  it('stays below the size limit', () => {
    const first = [/^console-.*\.js$/, /^chunk-.*\.js$/, /^console-.*\.css$/];
    const sizes = first.map((file) => gzipSync(contentOf(file)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAXIMUM_BYTES);
  });

  it('loads the code of most views only once one of them is opened', () => {
    const [started, later] = [/^console-.*\.js$/, /^later-views-.*\.js$/].map(contentOf);
    expect(later).toContain('Audit log');
    expect(later?.length).toBeGreaterThan((started?.length ?? 0) / 2);
    expect(started).toMatch(/import\("\.\/later-views-\w+\.js"\)/);
  });

  it('never turns text into script or markup, and uses neither localStorage nor cookies', () => {
    const scripts = files.filter((name) => name.endsWith('.js'));
    expect(scripts).toHaveLength(4);
    for (const name of scripts) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(
        /\beval\(|new Function|document\.write|localStorage|document\.cookie/,
      );
    }
    expect(contentOf(/^console-.*\.css$/)).not.toMatch(/url\(|@import/);
    expect(contentOf(/^documentation-.*\.css$/)).not.toMatch(/url\(|@import/);
  });
});

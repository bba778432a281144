import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleConsole } from '../../../infra/constructs/platform/console-bundle.ts';

/** The maximum compressed size of what the first view loads. */
const MAXIMUM_BYTES = 90_000;

const folder = mkdtempSync(join(tmpdir(), 'console-'));
bundleConsole(folder);
const files = readdirSync(folder);
const contentOf = (pattern: RegExp): string =>
  readFileSync(join(folder, files.find((name) => pattern.test(name)) ?? ''), 'utf8');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the console's bundle", () => {
  it('has two scripts, two style sheets and an icon, with content hashes in their names', () => {
    expect(files.map((name) => name.replace(/-[A-Z0-9]{8}\./, '-HASH.')).sort()).toEqual([
      'console-HASH.css',
      'console-HASH.js',
      'docs-HASH.js',
      'documentation-HASH.css',
      'icon-HASH.svg',
    ]);
  });

  it('stays below the size limit', () => {
    const sizes = [/^console-.*\.js$/, /^console-.*\.css$/].map((file) => gzipSync(contentOf(file)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAXIMUM_BYTES);
  });

  it('never turns text into script or markup, and uses neither localStorage nor cookies', () => {
    expect(contentOf(/\.js$/)).not.toMatch(
      /\beval\(|new Function|document\.write|localStorage|document\.cookie/,
    );
    expect(contentOf(/^console-.*\.css$/)).not.toMatch(/url\(|@import/);
    expect(contentOf(/^documentation-.*\.css$/)).not.toMatch(/url\(|@import/);
  });
});

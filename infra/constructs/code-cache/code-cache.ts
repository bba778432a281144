import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { MODULE_HEAD, MODULE_TAIL } from './module-wrapper.ts';

const sha256 = (text: string): string => hash('sha256', text);

/** The Node.js that a cache is made with, and that it is of use to. */
const RUNTIME = { version: process.version, platform: process.platform, architecture: process.arch };

const loaderOf = (bundle: string): string =>
  transformSync(readFileSync(join(import.meta.dirname, 'loader.cjs'), 'utf8'), {
    define: {
      CODE_CACHE: JSON.stringify({
        ...RUNTIME,
        bundleHash: sha256(bundle),
        head: MODULE_HEAD,
        tail: MODULE_TAIL,
      }),
    },
    minify: true,
    platform: 'node',
    target: 'node24',
  }).code;

/**
 * Puts beside the `bundle.cjs` of each folder the code that V8 makes of it (`bundle.cache`), and an `index.cjs` that loads the
 * bundle with it. Why, and what it gains: `infra/docs/decisions/0004-function-bundles.md`.
 */
export const addCodeCaches = (folders: readonly string[]): void => {
  for (const folder of folders) {
    writeFileSync(join(folder, 'index.cjs'), loaderOf(readFileSync(join(folder, 'bundle.cjs'), 'utf8')));
  }
  execFileSync(process.execPath, [join(import.meta.dirname, 'compile.ts'), ...folders], { stdio: 'inherit' });
};

/**
 * A name for the content of a folder that stays while nothing changes that matters: V8 makes other bytes of the same
 * source each time, and a function would be updated by each deployment.
 */
export const contentHash = (folder: string): string => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.cache'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return sha256(
    files.map((file) => `${file.slice(folder.length)} ${sha256(readFileSync(file, 'utf8'))}\n`).join(''),
  );
};

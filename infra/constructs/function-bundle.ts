import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const OUTPUT = join(ROOT, '.build', 'functions');

/**
 * Bundles `functions/<name>/index.ts` with all it imports, the AWS SDK included: a bundled client starts
 * faster than the one that the runtime brings, and is the one that was tested.
 *
 * The same settings for every function. What they are for is in `infra/docs/decisions/0003-bundles.md`.
 *
 * @returns the folder that holds `index.cjs` and its source map
 */
export const bundleFunction = (name: string): string => {
  const folder = join(OUTPUT, name);
  rmSync(folder, { recursive: true, force: true });
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [join('functions', name, 'index.ts')],
    outfile: join(folder, 'index.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    conditions: ['module'],
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return folder;
};

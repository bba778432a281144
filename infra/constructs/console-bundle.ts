import { join } from 'node:path';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Bundles the web console: `console-HASH.js`, `console-HASH.css` and `icon-HASH.svg`. Their names change with their content, so
 * that browsers can keep them for good.
 *
 * @param folder is made; a relative one is below the root of the repository, as for the functions
 */
export const bundleConsole = (folder: string): void => {
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: 'console/main.tsx', out: 'console' },
      { in: 'console/styles/console.css', out: 'console' },
      { in: 'console/icon.svg', out: 'icon' },
    ],
    outdir: folder,
    entryNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    // Browsers of the last two years and more.
    target: ['es2022', 'chrome117', 'firefox119', 'safari17'],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
};

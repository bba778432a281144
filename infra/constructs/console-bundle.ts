import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { thirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Bundles the web console: `console-HASH.js`, `console-HASH.css` and `icon-HASH.svg`. Their names change with their content, so
 * that browsers can keep them for good.
 *
 * @param folder is made; a relative one is below the root of the repository, as for the functions
 * @returns the licences of what it holds of others, as text
 */
export const bundleConsole = (folder: string): string => {
  const { metafile } = buildSync({
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
    metafile: true,
    logLevel: 'warning',
  });
  const inputs = Object.values(metafile.outputs).map((output) => output.inputs);
  return thirdPartyLicenses(ROOT, Object.assign({}, ...inputs));
};

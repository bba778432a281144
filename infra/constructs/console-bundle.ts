import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { renderDocsSite } from '../docs-site/render-docs-site.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * Bundles the web console: `console-HASH.js`, `console-HASH.css`, `documentation-HASH.css` and
 * `icon-HASH.svg`. Their names change with their content, so that browsers can keep them for good.
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
      { in: 'console/styles/documentation.css', out: 'documentation' },
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

/**
 * Makes the pages of the documentation, `NAME.html` and `index.html`.
 *
 * @param folder is made; a relative one is below the root of the repository
 * @param consoleFolder where the console has been bundled: the pages load its style sheet and icon
 */
export const bundleDocsSite = (folder: string, consoleFolder: string): void => {
  const names = readdirSync(resolve(ROOT, consoleFolder));
  const find = (pattern: RegExp): string => {
    const name = names.find((each) => pattern.test(each));
    if (name === undefined) throw new Error(`The bundle of the console has no file ${pattern}.`);
    return name;
  };
  const assets = { style: find(/^documentation-\w+\.css$/), icon: find(/^icon-\w+\.svg$/) };
  mkdirSync(resolve(ROOT, folder), { recursive: true });
  for (const [name, page] of renderDocsSite(ROOT, assets)) {
    writeFileSync(resolve(ROOT, folder, `${name}.html`), page);
  }
};

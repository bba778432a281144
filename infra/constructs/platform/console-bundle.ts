import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { DOWNLOADS, FILE_DOWNLOADS } from '../../docs-site/pages.ts';
import { renderDocsSite } from '../../docs-site/render-docs-site.ts';
import { packDownload } from '../../packages/download.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * Bundles the web console: `console-HASH.js`, the views that it loads later in `later-views-HASH.js`, what
 * both use in `chunk-HASH.js`, `console-HASH.css`, `docs-HASH.js`, `documentation-HASH.css` and
 * `icon-HASH.svg`. Content hashes in the names let browsers cache the files forever.
 *
 * @param folder is created; relative paths start at the root of the repository
 * @returns the licenses of the bundled packages, as text
 */
export const bundleConsole = async (folder: string): Promise<string> => {
  const shared = {
    absWorkingDir: ROOT,
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    platform: 'browser',
    format: 'esm',
    // At least the browser versions of the last two years.
    target: ['es2022', 'chrome117', 'firefox119', 'safari17'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  } as const satisfies BuildOptions;
  const builds = await Promise.all([
    // Only what views load later is split off: the documentation shares nothing with the console.
    build({ ...shared, entryPoints: [{ in: 'console/main.tsx', out: 'console' }], splitting: true }),
    build({
      ...shared,
      entryPoints: [
        { in: 'console/styles/console.css', out: 'console' },
        { in: 'console/styles/documentation.css', out: 'documentation' },
        { in: 'console/docs/main.ts', out: 'docs' },
        { in: 'console/icon.svg', out: 'icon' },
      ],
      loader: { '.svg': 'copy' },
    }),
  ]);
  const inputs = builds.flatMap(({ metafile }) => Object.values(metafile.outputs).map((each) => each.inputs));
  return thirdPartyLicenses(ROOT, Object.assign({}, ...inputs));
};

/** Lambda responses have at most 6 MB, and Base64 adds a third. */
const MAX_DOWNLOAD_BYTES = 4_000_000;

/**
 * Adds the downloads to the documentation.
 *
 * @param folder is created; relative paths start at the root of the repository
 */
export const bundleDownloads = async (folder: string): Promise<void> => {
  mkdirSync(resolve(ROOT, folder), { recursive: true });
  for (const { file, path } of FILE_DOWNLOADS) copyFileSync(join(ROOT, path), resolve(ROOT, folder, file));
  await Promise.all(
    DOWNLOADS.map(async (download) => {
      const archive = await packDownload(download.file, join(ROOT, download.folder));
      if (archive.length > MAX_DOWNLOAD_BYTES) {
        throw new Error(`${download.file} has ${archive.length} bytes, more than Lambda can respond with.`);
      }
      writeFileSync(resolve(ROOT, folder, download.file), archive);
    }),
  );
};

/**
 * Renders the documentation.
 *
 * @param folder is created; relative paths start at the root of the repository
 * @param consoleFolder the console's bundle, whose style sheet and icon the pages load
 */
export const bundleDocsSite = (folder: string, consoleFolder: string): void => {
  const names = readdirSync(resolve(ROOT, consoleFolder));
  const find = (pattern: RegExp): string => {
    const name = names.find((each) => pattern.test(each));
    if (name === undefined) throw new Error(`The bundle of the console has no file ${pattern}.`);
    return name;
  };
  const assets = {
    style: find(/^documentation-\w+\.css$/),
    script: find(/^docs-\w+\.js$/),
    icon: find(/^icon-\w+\.svg$/),
  };
  mkdirSync(resolve(ROOT, folder), { recursive: true });
  for (const [name, text] of renderDocsSite(ROOT, assets)) writeFileSync(resolve(ROOT, folder, name), text);
};

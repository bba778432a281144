import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';
import { CONSOLE_FOLDER, DOCUMENTATION_FOLDER } from '../../../shared/contract/console/console.ts';
import { forEachConcurrently } from '../../../shared/runtime/concurrency.ts';
import { bundleConsole, bundleDocsSite, bundleDownloads } from './console-bundle.ts';
import { DERIVED_ENTRIES, derivedFunctions } from './derived-functions.ts';
import { type Inputs, thirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Parts of esbuild's work at a time: more than cores, since it also waits for this process. */
const CONCURRENCY = 4;

const LICENSES_FILE = 'licenses.txt';

/** The entry points of all functions (`functions/<word>/<name>/index.ts`, or derived) by name. */
const entryPoints = (): ReadonlyMap<string, string> =>
  new Map([
    ...DERIVED_ENTRIES,
    ...globSync('functions/*/*/index.ts', { cwd: ROOT }).map(
      (file) => [basename(dirname(file)), file] as const,
    ),
  ]);

const SETTINGS = {
  absWorkingDir: ROOT,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  alias: {
    '@aws-sdk/credential-provider-node': './functions/runtime/environment-credentials.ts',
  },
  minify: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [derivedFunctions(ROOT)],
} as const satisfies BuildOptions;

/**
 * Bundles a function without what it imports with `import()`, and puts files with the rest next to it.
 * esbuild splits only ES modules, so a second step turns these into CommonJS.
 *
 * @returns the bundled modules
 */
const splitBundle = async (entryPoint: string, folder: string, hasSourceMaps: boolean): Promise<Inputs> => {
  const { outputFiles, metafile } = await build({
    ...SETTINGS,
    entryPoints: [{ in: entryPoint, out: 'index' }],
    outdir: folder,
    format: 'esm',
    splitting: true,
    sourcemap: hasSourceMaps && 'inline',
    metafile: true,
    write: false,
  });
  mkdirSync(folder, { recursive: true });
  await forEachConcurrently(outputFiles, CONCURRENCY, async ({ path, text }) => {
    const { code, map } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node24',
      minify: true,
      // `require` loads CommonJS faster.
      supported: { 'dynamic-import': false },
      sourcemap: hasSourceMaps && 'external',
      sourcesContent: false,
      sourcefile: path,
    });
    writeFileSync(path, code);
    if (hasSourceMaps) writeFileSync(`${path}.map`, map);
  });
  return Object.assign({}, ...Object.values(metafile.outputs).map(({ inputs }) => inputs));
};

/** The functions that import something with `import()`, themselves or in the modules that they import. */
const lazyFunctions = async (entries: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> => {
  const { metafile } = await build({
    ...SETTINGS,
    entryPoints: [...entries].map(([name, file]) => ({ in: file, out: name })),
    outdir: ROOT,
    packages: 'external',
    minify: false,
    metafile: true,
    write: false,
  });
  const importsLazily = (file: string): boolean =>
    metafile.inputs[file]?.imports.some(({ kind }) => kind === 'dynamic-import') ?? false;
  return new Set(
    Object.values(metafile.outputs).flatMap(({ entryPoint, inputs }) =>
      entryPoint !== undefined && Object.keys(inputs).some(importsLazily)
        ? [basename(dirname(entryPoint))]
        : [],
    ),
  );
};

/**
 * Bundles each function into `index.cjs` in its own folder, and what it imports with `import()` into files
 * next to it. Adds source maps and the licenses of the bundled packages, neither of which is read at run
 * time. One esbuild call for all functions that need no other files takes a quarter of the time of one call
 * each, because it reads shared modules once.
 *
 * @returns the parts of the work, which esbuild has begun
 */
const bundleFunctions = async (
  folder: string,
  hasSourceMaps: boolean,
): Promise<readonly Promise<unknown>[]> => {
  const entries = [...entryPoints()];
  const lazy = await lazyFunctions(new Map(entries));
  const addLicenses = (name: string, bundled: Inputs): void =>
    writeFileSync(resolve(ROOT, folder, name, LICENSES_FILE), thirdPartyLicenses(ROOT, bundled));
  const bundleEager = async (): Promise<void> => {
    const { metafile } = await build({
      ...SETTINGS,
      entryPoints: entries
        .filter(([name]) => !lazy.has(name))
        .map(([name, file]) => ({ in: file, out: join(name, 'index') })),
      outdir: folder,
      format: 'cjs',
      sourcemap: hasSourceMaps && 'external',
      metafile: true,
    });
    for (const { inputs, entryPoint } of Object.values(metafile.outputs)) {
      if (entryPoint !== undefined) addLicenses(basename(dirname(entryPoint)), inputs);
    }
  };
  const bundleLazy = ([name, file]: readonly [string, string]): Promise<void> =>
    splitBundle(file, resolve(ROOT, folder, name), hasSourceMaps).then((inputs) => addLicenses(name, inputs));
  return [
    bundleEager(),
    forEachConcurrently(
      entries.filter(([name]) => lazy.has(name)),
      CONCURRENCY,
      bundleLazy,
    ),
  ];
};

/** The folder with a folder for each function, in the output folder of a synthesis. */
export const bundlesFolder = (outdir: string): string => join(outdir, 'bundles');

/**
 * Bundles the functions, the console and the documentation.
 * Decision 4 (`infra/docs/decisions/0004-function-bundles.md`) explains each setting.
 *
 * @param outdir the output folder of the synthesis; relative paths start at the root of the repository
 * @param hasSourceMaps they take a fifth of esbuild's time
 * @returns begun work: esbuild's process continues while this one is busy
 */
export const startBundling = async (
  outdir: string,
  hasSourceMaps: boolean,
): Promise<{ readonly done: Promise<unknown> }> => {
  const folder = bundlesFolder(outdir);
  // Files left by an earlier synthesis would become part of the assets.
  rmSync(resolve(ROOT, folder), { recursive: true, force: true });
  const parts = await bundleFunctions(folder, hasSourceMaps);
  const serveConsole = join(folder, 'serve-console');
  const docsFolder = join(serveConsole, DOCUMENTATION_FOLDER);
  const bundleSites = async (): Promise<void> => {
    const licenses = await bundleConsole(join(serveConsole, CONSOLE_FOLDER));
    writeFileSync(resolve(ROOT, serveConsole, `console-${LICENSES_FILE}`), licenses);
    bundleDocsSite(docsFolder, join(serveConsole, CONSOLE_FOLDER));
  };
  return { done: Promise.all([...parts, bundleDownloads(docsFolder), bundleSites()]) };
};

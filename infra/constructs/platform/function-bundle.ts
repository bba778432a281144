import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type BuildOptions, buildSync, transformSync } from 'esbuild';
import { CONSOLE_FOLDER, DOCUMENTATION_FOLDER } from '../../../shared/contract/console/console.ts';
import { bundleConsole, bundleDocsSite } from './console-bundle.ts';
import { type Inputs, thirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const LICENSES_FILE = 'licenses.txt';

/** `false` omits source maps, a fifth of esbuild's time. */
const SOURCE_MAPS_CONTEXT = 'source-maps';

/** The entry points of all functions (`functions/<word>/<name>/index.ts`) by name. */
const entryPoints = (): ReadonlyMap<string, string> =>
  new Map(
    globSync('functions/*/*/index.ts', { cwd: ROOT }).map((file) => [basename(dirname(file)), file] as const),
  );

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
} as const satisfies BuildOptions;

/**
 * Bundles a function without what it imports with `import()`, and puts files with the rest next to it.
 * esbuild splits only ES modules, so a second step turns these into CommonJS.
 *
 * @returns the bundled modules
 */
const splitBundle = (entryPoint: string, folder: string, hasSourceMaps: boolean): Inputs => {
  const { outputFiles, metafile } = buildSync({
    ...SETTINGS,
    entryPoints: [entryPoint],
    outdir: folder,
    format: 'esm',
    splitting: true,
    sourcemap: hasSourceMaps && 'inline',
    metafile: true,
    write: false,
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of outputFiles) {
    const { code, map } = transformSync(text, {
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
  }
  return Object.assign({}, ...Object.values(metafile.outputs).map(({ inputs }) => inputs));
};

/** The functions that import something with `import()`, themselves or in the modules that they import. */
const lazyFunctions = (entries: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const { metafile } = buildSync({
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
 */
const bundleAll = (folder: string, hasSourceMaps: boolean): void => {
  const entries = entryPoints();
  const lazy = lazyFunctions(entries);
  const { metafile } = buildSync({
    ...SETTINGS,
    entryPoints: [...entries]
      .filter(([name]) => !lazy.has(name))
      .map(([name, file]) => ({ in: file, out: join(name, 'index') })),
    outdir: folder,
    format: 'cjs',
    sourcemap: hasSourceMaps && 'external',
    metafile: true,
  });
  const addLicenses = (name: string, bundled: Inputs): void =>
    writeFileSync(resolve(ROOT, folder, name, LICENSES_FILE), thirdPartyLicenses(ROOT, bundled));
  for (const { inputs, entryPoint } of Object.values(metafile.outputs)) {
    if (entryPoint !== undefined) addLicenses(basename(dirname(entryPoint)), inputs);
  }
  for (const [name, file] of entries) {
    if (lazy.has(name)) addLicenses(name, splitBundle(file, resolve(ROOT, folder, name), hasSourceMaps));
  }
};

/** The folder of this process's bundles: a second synthesis reuses them. */
let bundles: string | undefined;

const bundlesFolder = (outdir: string): string => join(outdir, 'bundles');

/**
 * Makes this process reuse the bundles of another process, which saves some seconds in each test worker.
 *
 * @param outdir the output folder of the other synthesis; it must not change while this process lives
 */
export const useBundlesOf = (outdir: string): void => {
  bundles = bundlesFolder(outdir);
};

/**
 * The bundle of a function with everything it imports, the AWS SDK included.
 * Decision 4 (`infra/docs/decisions/0004-function-bundles.md`) explains each setting.
 *
 * @param scope names the assembly, so that concurrent processes do not share files
 * @param files that depend on the stage, by name. They are added to a copy: stages and processes share the
 * bundle.
 */
export const bundledCode = (
  scope: Construct,
  functionName: string,
  files: Readonly<Record<string, string>> = {},
): AssetCode => {
  if (bundles === undefined || !existsSync(bundles)) {
    const folder = bundlesFolder(Stage.of(scope)?.outdir ?? ROOT);
    // Files left by an earlier synthesis would become part of the assets.
    rmSync(folder, { recursive: true, force: true });
    bundleAll(folder, scope.node.tryGetContext(SOURCE_MAPS_CONTEXT) !== false);
    const serveConsole = join(folder, 'serve-console');
    const licenses = bundleConsole(join(serveConsole, CONSOLE_FOLDER));
    writeFileSync(resolve(ROOT, serveConsole, `console-${LICENSES_FILE}`), licenses);
    bundleDocsSite(join(serveConsole, DOCUMENTATION_FOLDER), join(serveConsole, CONSOLE_FOLDER));
    bundles = folder;
  }
  const bundle = join(bundles, functionName);
  if (Object.keys(files).length === 0) return Code.fromAsset(bundle);
  const copy = join(Stage.of(scope)?.outdir ?? ROOT, 'bundles-with-files', functionName);
  rmSync(copy, { recursive: true, force: true });
  cpSync(bundle, copy, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(copy, name), text);
  return Code.fromAsset(copy);
};

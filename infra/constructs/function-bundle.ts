import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { CONSOLE_FOLDER, DOCUMENTATION_FOLDER } from '../../shared/contract/console.ts';
import { bundleConsole, bundleDocsSite } from './console-bundle.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const LICENSES_FILE = 'licenses.txt';

const functionNames = (): readonly string[] =>
  readdirSync(join(ROOT, 'functions')).filter((name) =>
    existsSync(join(ROOT, 'functions', name, 'index.ts')),
  );

/**
 * Bundles each function into `index.cjs` in its own folder, with a source map and the licenses of the bundled
 * packages, neither of which is read at run time. One esbuild call for all functions takes a quarter of the
 * time of one call each, because it reads shared modules once.
 */
const bundleAll = (folder: string): void => {
  const { metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: functionNames().map((name) => ({
      in: join('functions', name, 'index.ts'),
      out: join(name, 'index'),
    })),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': './functions/wiring/environment-credentials.ts' },
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  for (const [file, { inputs, entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint === undefined) continue;
    writeFileSync(resolve(ROOT, dirname(file), LICENSES_FILE), thirdPartyLicenses(ROOT, inputs));
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
 * The bundle of `functions/<functionName>/index.ts` with everything it imports, the AWS SDK included.
 * Decision 4 (`infra/docs/decisions/0004-function-bundles.md`) explains each setting.
 *
 * @param scope names the assembly, so that concurrent processes do not share files
 */
export const bundledCode = (scope: Construct, functionName: string): AssetCode => {
  if (bundles === undefined || !existsSync(bundles)) {
    const folder = bundlesFolder(Stage.of(scope)?.outdir ?? ROOT);
    // Files left by an earlier synthesis would become part of the assets.
    rmSync(folder, { recursive: true, force: true });
    bundleAll(folder);
    const serveConsole = join(folder, 'serve-console');
    const licenses = bundleConsole(join(serveConsole, CONSOLE_FOLDER));
    writeFileSync(resolve(ROOT, serveConsole, `console-${LICENSES_FILE}`), licenses);
    bundleDocsSite(join(serveConsole, DOCUMENTATION_FOLDER), join(serveConsole, CONSOLE_FOLDER));
    bundles = folder;
  }
  return Code.fromAsset(join(bundles, functionName));
};

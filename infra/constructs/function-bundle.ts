import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { CONSOLE_FOLDER, DOCUMENTATION_FOLDER } from '../../shared/contract/console.ts';
import type { TableClient } from '../config.ts';
import { bundleConsole, bundleDocumentation } from './console-bundle.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** In the folder of each function; that of the console stands beside its function's. */
const LICENSES_FILE = 'licenses.txt';

/** Names of the functions there are: folders with an entry point. */
const functionNames = (): readonly string[] =>
  readdirSync(join(ROOT, 'functions')).filter((name) =>
    existsSync(join(ROOT, 'functions', name, 'index.ts')),
  );

/**
 * Bundles each function into `index.cjs` in its own folder, beside a source map and the licenses of the packages in
 * the bundle, neither of which is read at run time. One esbuild call for all functions takes a quarter of the time of
 * one call each, because shared modules are read once.
 */
const bundleAll = (folder: string, tableClient: TableClient): void => {
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
    define: { 'process.env.TABLE_CLIENT': JSON.stringify(tableClient) },
    alias: { '@aws-sdk/credential-provider-node': './shared/runtime/environment-credentials.ts' },
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

/** Where they are bundled: a stack that is synthesized again takes them from there. */
const bundles = new Map<TableClient, string>();

/** Where a synthesis into `outdir` leaves the bundles. */
const bundlesFolder = (outdir: string, tableClient: TableClient): string =>
  join(outdir, `bundles-${tableClient}`);

/**
 * Has this process take the bundles that another one made of the same sources, such as the one that runs the tests, which
 * saves some seconds.
 *
 * @param outdir of the other's synthesis; nothing may change it as long as this process lives
 */
export const useBundlesOf = (outdir: string, tableClient: TableClient): void => {
  bundles.set(tableClient, bundlesFolder(outdir, tableClient));
};

/**
 * The bundle of `functions/<functionName>/index.ts` with all it imports. The AWS SDK is bundled too: it starts faster
 * than the one that the runtime brings, and is the one that was tested. What each setting is for is in
 * `infra/docs/decisions/0004-function-bundles.md`.
 *
 * @param scope tells which assembly the bundle is for, so that two processes at once do not share files
 */
export const bundledCode = (scope: Construct, functionName: string, tableClient: TableClient): AssetCode => {
  let folder = bundles.get(tableClient);
  if (folder === undefined || !existsSync(folder)) {
    const made = bundlesFolder(Stage.of(scope)?.outdir ?? ROOT, tableClient);
    // What an earlier synthesis left there would become part of the assets.
    rmSync(made, { recursive: true, force: true });
    bundleAll(made, tableClient);
    const serveConsole = join(made, 'serve-console');
    const ofConsole = bundleConsole(join(serveConsole, CONSOLE_FOLDER));
    writeFileSync(resolve(ROOT, serveConsole, `console-${LICENSES_FILE}`), ofConsole);
    bundleDocumentation(join(serveConsole, DOCUMENTATION_FOLDER), join(serveConsole, CONSOLE_FOLDER));
    bundles.set(tableClient, made);
    folder = made;
  }
  return Code.fromAsset(join(folder, functionName));
};

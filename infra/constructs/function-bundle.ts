import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { CONSOLE_FOLDER } from '../../shared/contract/console.ts';
import type { TableClient } from '../config.ts';
import { addCodeCaches, contentHash } from './code-cache/code-cache.ts';
import { bundleConsole } from './console-bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Names of the functions there are: folders with an entry point. */
const functionNames = (): readonly string[] =>
  readdirSync(join(ROOT, 'functions')).filter((name) =>
    existsSync(join(ROOT, 'functions', name, 'index.ts')),
  );

/**
 * Bundles every function into `bundle.cjs` in a folder of its own, with a source map beside it. All at once takes a
 * quarter of the time that one after the other would: what they share is read once.
 */
const bundleAll = (folder: string, tableClient: TableClient): void => {
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: functionNames().map((name) => ({
      in: join('functions', name, 'index.ts'),
      out: join(name, 'bundle'),
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
    logLevel: 'warning',
  });
};

/** Where this process has bundled them: a stack that is synthesized again takes them from there. */
const bundles = new Map<TableClient, string>();

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
    const made = join(Stage.of(scope)?.outdir ?? ROOT, `bundles-${tableClient}`);
    // What an earlier synthesis left there would become part of the assets.
    rmSync(made, { recursive: true, force: true });
    bundleAll(made, tableClient);
    addCodeCaches(functionNames().map((name) => join(made, name)));
    bundleConsole(join(made, 'serve-console', CONSOLE_FOLDER));
    bundles.set(tableClient, made);
    folder = made;
  }
  const path = join(folder, functionName);
  return Code.fromAsset(path, { assetHash: contentHash(path) });
};

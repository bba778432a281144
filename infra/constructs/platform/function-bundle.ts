import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { bundlesFolder } from './bundling.ts';

/** The folder of the bundles that stacks of this process use. */
let bundles: string | undefined;

/**
 * Makes the stacks of this process use these bundles.
 *
 * @param outdir the output folder of the synthesis that bundled; it must not change while this process lives
 */
export const useBundlesOf = (outdir: string): void => {
  bundles = bundlesFolder(outdir);
};

/**
 * The bundle of a function with everything it imports, the AWS SDK included.
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
  if (bundles === undefined) throw new Error('Nothing is bundled yet: call useBundlesOf first.');
  const bundle = join(bundles, functionName);
  if (Object.keys(files).length === 0) return Code.fromAsset(bundle);
  const copy = join(Stage.of(scope)?.outdir ?? bundles, 'bundles-with-files', functionName);
  rmSync(copy, { recursive: true, force: true });
  cpSync(bundle, copy, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(copy, name), text);
  return Code.fromAsset(copy);
};

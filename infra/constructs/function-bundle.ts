import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/** Folders of the bundles that this process has made: a stack that is synthesized again takes them from there. */
const bundles = new Map<string, string>();

/**
 * Bundles `functions/<functionName>/index.ts` with all it imports into `index.cjs`, with a source map beside it.
 * The AWS SDK is bundled too: it starts faster than the one that the runtime brings, and is the one that was
 * tested. What each setting is for is in `infra/docs/decisions/0004-function-bundles.md`.
 *
 * @param scope tells which assembly the bundle is for, so that two synthesized at once do not share files
 */
export const bundledCode = (scope: Construct, functionName: string): AssetCode => {
  const made = bundles.get(functionName);
  if (made !== undefined && existsSync(made)) return Code.fromAsset(made);
  const folder = join(Stage.of(scope)?.outdir ?? ROOT, 'bundles', functionName);
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: [join('functions', functionName, 'index.ts')],
    outfile: join(folder, 'index.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
  bundles.set(functionName, folder);
  return Code.fromAsset(folder);
};

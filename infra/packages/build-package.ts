import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

const ENTRY_POINTS = ['src/index.ts', 'src/main.ts'];

/**
 * Builds an npm package: bundles each entry point with the modules of this repository that it imports, and
 * emits type declarations if the package has a `tsconfig.json`. Other packages stay imports: list them in
 * `dependencies`.
 *
 * @param folder of the package
 * @param outdir is created
 * @throws Error if the package does not compile
 */
export const buildPackage = async (folder: string, outdir: string): Promise<void> => {
  await build({
    absWorkingDir: folder,
    entryPoints: ENTRY_POINTS.filter((file) => existsSync(join(folder, file))),
    outdir,
    outbase: 'src',
    bundle: true,
    packages: 'external',
    platform: 'neutral',
    format: 'esm',
    target: ['es2022', 'node20'],
    logLevel: 'warning',
  });
  if (!existsSync(join(folder, 'tsconfig.json'))) return;
  // Not `.bin/tsc`, which may be that of another version: the one for dependencies takes ten times as long.
  const compiler = join(ROOT, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', folder, '--outDir', outdir]);
  // The compiler keeps the extensions of imports in declarations, and has `.ts` only beside sources.
  for (const name of readdirSync(outdir).filter((each) => each.endsWith('.d.ts'))) {
    const path = join(outdir, name);
    const declarations = readFileSync(path, 'utf8');
    writeFileSync(path, declarations.replaceAll(/(?<= from '\.\/[\w-]+)\.ts(?=';$)/gm, '.js'));
  }
};

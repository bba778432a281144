import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = join(import.meta.dirname, 'rivals');

/** A comparable implementation, deployed as its documentation recommends. */
export interface Rival {
  readonly name: string;
  readonly file: string;
  readonly bundleBytes: number;
}

const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => basename(file, '.mjs'));

/**
 * Bundles the rivals as minified ES modules, with the settings that AWS recommends for the SDK
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-nodejs.html).
 *
 * @param folder output folder
 * @param names those whose packages are installed. @default all
 */
export const bundleRivals = async (folder: string, names = NAMES): Promise<readonly Rival[]> => {
  await build({
    entryPoints: names.map((name) => ({ in: join(FOLDER, `${name}.mjs`), out: name })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Some dependencies call `require`, which ES modules lack.
    banner: {
      js:
        "import { createRequire as topLevelRequire } from 'node:module';const require = " +
        'topLevelRequire(import.meta.url);',
    },
    logLevel: 'error',
  });
  return names.map((name) => {
    const file = join(folder, `${name}.mjs`);
    return { name, file, bundleBytes: statSync(file).size };
  });
};

/** Bundles the floor alone, which needs no packages. */
export const bundleFloor = async (folder: string): Promise<Rival> => {
  const [floor] = await bundleRivals(folder, ['floor']);
  if (floor === undefined) throw new Error('There is no floor.');
  return floor;
};

import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { synthesizeWithoutLimits } from '../../support/unlimited-assembly.ts';
import { buildFunctions } from '../functions/built-functions.ts';

/** By the path of the construct whose function each replaces. */
const FLOOR = { 'SalesApi/Authorize': 'authorize.mjs', 'SalesApi/GetPerson': 'get-person.mjs' };

/**
 * Synthesizes the service without limits, with the least functions that can answer a get by id: what the rest of the service,
 * the engine and the machine allow at best.
 */
export const synthesizeFloor = (): string => {
  const directory = synthesizeWithoutLimits();
  const { builtFunction } = buildFunctions({ directory });
  for (const [path, file] of Object.entries(FLOOR)) {
    buildSync({
      entryPoints: [join(import.meta.dirname, 'floor', file)],
      outfile: join(dirname(builtFunction(path).file), 'index.cjs'),
      allowOverwrite: true,
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
    });
  }
  return directory;
};

import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { synthesizeWithoutLimits } from '../../support/platform/unlimited-assembly.ts';
import { buildFunctions } from '../functions/built-functions.ts';

/** The replaced functions, by construct path. */
const FLOOR = { 'SalesApi/Authorize': 'authorize.mjs', 'SalesApi/GetPerson': 'get-person.mjs' };

/**
 * Synthesizes the service without limits and with minimal functions for a get by ID: the upper bound that
 * the rest of the service, the engine and the machine allow.
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

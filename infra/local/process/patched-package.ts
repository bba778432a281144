import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';

/**
 * Finds the folder of an installed package that is patched.
 *
 * @param version the one that the patches were written for: review them before changing it
 * @returns `undefined` when the package is missing
 * @throws StartError when another version is installed
 */
export const findPatchedPackage = (name: string, version: string): string | undefined => {
  let file: string | undefined;
  try {
    file = findPackageJSON(name, import.meta.url);
  } catch {
    return undefined;
  }
  if (file === undefined) return undefined;
  const { version: installed } = JSON.parse(readFileSync(file, 'utf8'));
  if (installed === version) return dirname(file);
  throw new StartError(`The local service needs ${name} ${version}, not ${installed}: run "npm ci".`);
};

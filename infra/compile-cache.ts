import { join } from 'node:path';

/** Replaces Node.js's default, a folder for temporary files, where others may write what we would run. */
const DIRECTORY = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled');

/**
 * What a process, or a thread with its own environment, is started with to keep compiled code, as
 * `keep-compiled-code.mjs` does.
 */
export const compiledCodeEnvironment = (): Readonly<Record<string, string>> => ({
  NODE_COMPILE_CACHE: DIRECTORY,
});

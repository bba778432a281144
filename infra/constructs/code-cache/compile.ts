/**
 * `node compile.ts FOLDER…`: compiles the `bundle.cjs` of each folder, all of its functions at once, and keeps the result in
 * `bundle.cache` beside it. Nothing of a bundle is run. In a process of its own, as it changes flags of V8.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';
import { MODULE_HEAD, MODULE_TAIL } from './module-wrapper.ts';

for (const folder of process.argv.slice(2)) {
  const filename = join(folder, 'bundle.cjs');
  // V8 otherwise compiles a function when it is first called, and would cache the outermost one alone.
  setFlagsFromString('--no-lazy');
  const script = new Script(`${MODULE_HEAD}${readFileSync(filename, 'utf8')}${MODULE_TAIL}`, {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  // A cache says under which flags it was made, and is rejected under others.
  setFlagsFromString('--lazy');
  writeFileSync(join(folder, 'bundle.cache'), script.createCachedData());
}

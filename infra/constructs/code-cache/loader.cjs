/**
 * What Lambda loads: runs `bundle.cjs` with the code that V8 compiled of it when it was bundled. Without it, or where that
 * does not fit, the bundle is compiled as ever. It fits the very bundle, Node.js, platform and architecture that it was made
 * with, which `CODE_CACHE` names; V8 itself checks its own version, its flags and a checksum of the code
 * (https://nodejs.org/docs/latest-v24.x/api/vm.html#new-vmscriptcode-options).
 */
'use strict';
const { readFileSync } = process.getBuiltinModule('node:fs');

const filename = `${__dirname}/bundle.cjs`;

const isSameRuntime = () =>
  process.version === CODE_CACHE.version &&
  process.platform === CODE_CACHE.platform &&
  process.arch === CODE_CACHE.architecture;

const runCached = () => {
  const { hash } = process.getBuiltinModule('node:crypto');
  const { constants, Script } = process.getBuiltinModule('node:vm');
  const source = readFileSync(filename, 'utf8');
  // V8 compares no more than the length of the source.
  if (hash('sha256', source) !== CODE_CACHE.bundleHash) return undefined;
  const script = new Script(`${CODE_CACHE.head}${source}${CODE_CACHE.tail}`, {
    filename,
    cachedData: readFileSync(`${__dirname}/bundle.cache`),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return script.runInThisContext();
};

const compiled = () => {
  try {
    return isSameRuntime() ? runCached() : undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const run = compiled();
if (run === undefined) {
  module.exports = require(filename);
} else {
  run(module.exports, require, module, filename, __dirname);
}

// Lambda looks for a handler in index.js, index.mjs and index.cjs. The emulator's Node.js workers require the
// file without its extension, which finds only registered extensions:
// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
const Module = require('node:module');

Module._extensions['.cjs'] = Module._extensions['.js'];

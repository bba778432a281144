/** What Node.js puts around a CommonJS module: https://nodejs.org/docs/latest-v24.x/api/modules.html#the-module-wrapper */
export const MODULE_HEAD = '(function (exports, require, module, __filename, __dirname) { ';
export const MODULE_TAIL = '\n});';

/** `node:http` without its getters: an import of it evaluates them all, one of which loads `fetch`. */
export const { createServer, STATUS_CODES, Server } = process.getBuiltinModule('node:http');

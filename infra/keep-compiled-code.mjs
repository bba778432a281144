/**
 * For `node --import`: keeps what Node.js compiles for the next start of the same code, which then takes half
 * the time. It is JavaScript, because Node.js loads its compiler for the first TypeScript that is not kept.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The same folder as in compile-cache.ts.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'));

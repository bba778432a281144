/** `npm run bench -- NAME [options]`: runs a benchmark, which is a folder beside this file. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const names = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'main.ts')),
);
const [name = '', ...options] = process.argv.slice(2);
if (names.includes(name)) {
  process.argv.splice(2, process.argv.length, ...options);
  await import(join(import.meta.dirname, name, 'main.ts'));
} else {
  process.stderr.write(`Name a benchmark: ${names.join(', ')}.\n`);
  process.exitCode = 1;
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { addCodeCaches, contentHash } from '../../infra/constructs/code-cache/code-cache.ts';
import { startCommand } from '../support/runner-process.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const BUNDLE = `"use strict";
exports.answer = 1;
exports.where = [__filename, __dirname];
exports.path = () => require("node:path").basename(__filename);
exports.later = () => import("node:os").then(({ EOL }) => EOL);
exports.unused = function unused() { return "a function that nothing calls"; };
`;

const bundled = (bundle = BUNDLE): string => {
  const folder = mkdtempSync(join(tmpdir(), 'code-cache-'));
  folders.push(folder);
  writeFileSync(join(folder, 'bundle.cjs'), bundle);
  addCodeCaches([folder]);
  return folder;
};

const load = (folder: string) => createRequire(import.meta.url)(join(folder, 'index.cjs'));

/** What V8 said of the cache when the loader ran in a process of its own: `undefined` where it was not even offered. */
const rejectionIn = (folder: string, ...flags: readonly string[]): { rejected?: boolean; answer: number } => {
  const spy = `
    const vm = require('node:vm');
    const { Script } = vm;
    let rejected;
    vm.Script = class extends Script {
      constructor(...options) { super(...options); rejected = this.cachedDataRejected; }
    };
    const { answer } = require(${JSON.stringify(join(folder, 'index.cjs'))});
    console.log(JSON.stringify({ rejected, answer }));`;
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', spy], { encoding: 'utf8' }));
};

it('is a module like any other, for what it exports and what it requires', async () => {
  const folder = bundled();
  const { answer, where, path, later } = load(folder);
  expect([answer, where, path(), await later()]).toEqual([
    1,
    [join(folder, 'bundle.cjs'), folder],
    'bundle.cjs',
    '\n',
  ]);
});

it('is taken by the Node.js that made it, with functions that were never called', () => {
  const folder = bundled();
  expect(rejectionIn(folder)).toEqual({ rejected: false, answer: 1 });
  const larger = bundled(`${BUNDLE}exports.more = [${'() => [1, 2, 3].map((n) => n + 1),'.repeat(500)}];`);
  const sizeOf = (each: string): number => readFileSync(join(each, 'bundle.cache')).length;
  expect(sizeOf(larger) - sizeOf(folder)).toBeGreaterThan(50_000);
});

it('is taken under the flags that the local service runs with', () => {
  const [, ...flags] = startCommand().arguments.toReversed();
  expect(flags).not.toEqual([]);
  expect(rejectionIn(bundled(), ...flags)).toEqual({ rejected: false, answer: 1 });
});

it('is rejected under other flags of V8, and the bundle compiled', () => {
  expect(rejectionIn(bundled(), '--no-opt')).toEqual({ rejected: true, answer: 1 });
});

it.each<[string, (folder: string) => void]>([
  ['is damaged', (folder) => writeFileSync(join(folder, 'bundle.cache'), Buffer.alloc(5_000, 7))],
  [
    'is cut off',
    (folder) =>
      writeFileSync(
        join(folder, 'bundle.cache'),
        readFileSync(join(folder, 'bundle.cache')).subarray(0, 900),
      ),
  ],
  ['is empty', (folder) => writeFileSync(join(folder, 'bundle.cache'), '')],
])('that %s is rejected, and the bundle compiled', (_, damage) => {
  const folder = bundled();
  damage(folder);
  expect(rejectionIn(folder)).toEqual({ rejected: true, answer: 1 });
});

it.each<[string, (folder: string) => void, number]>([
  ['there is none', (folder) => rmSync(join(folder, 'bundle.cache')), 1],
  [
    'the bundle is another one, even of the same length',
    (folder) => writeFileSync(join(folder, 'bundle.cjs'), BUNDLE.replace('answer = 1', 'answer = 2')),
    2,
  ],
  [
    'it was made by another version of Node.js',
    (folder) => {
      const loader = readFileSync(join(folder, 'index.cjs'), 'utf8');
      writeFileSync(join(folder, 'index.cjs'), loader.replaceAll(process.version, 'v24.0.0'));
    },
    1,
  ],
  [
    'it was made on another architecture',
    (folder) => {
      const loader = readFileSync(join(folder, 'index.cjs'), 'utf8');
      writeFileSync(join(folder, 'index.cjs'), loader.replaceAll(`"${process.arch}"`, '"other"'));
    },
    1,
  ],
])('is not used where %s', (_, change, answer) => {
  const folder = bundled();
  change(folder);
  expect(rejectionIn(folder)).toEqual({ answer });
});

it('throws what the bundle throws', () => {
  expect(() => load(bundled('throw new TypeError("of the bundle");'))).toThrow(
    new TypeError('of the bundle'),
  );
});

it('does not change what a deployment compares, however often it is made', () => {
  const folder = bundled();
  const before = [contentHash(folder), readFileSync(join(folder, 'bundle.cache'))];
  addCodeCaches([folder]);
  expect(contentHash(folder)).toBe(before[0]);
  writeFileSync(join(folder, 'bundle.cjs'), `${BUNDLE}// changed\n`);
  expect(contentHash(folder)).not.toBe(before[0]);
});

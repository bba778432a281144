import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hashOfSources, keepAssembly, removeOldAssemblies } from '../../../infra/local/synthesis.ts';
import { newDirectory } from './runner-child.ts';

const write = (root: string, file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

it.each([
  'functions/records/get-person/index.ts',
  'shared/domain/person.ts',
  'infra/service-stack.ts',
  'infra/docs/guides/keys.md',
  'infra/local/synthesis.ts',
  'console/main.tsx',
  'clients/python/pyproject.toml',
  'cdk.json',
  'package-lock.json',
  'tsconfig.json',
])('makes a new assembly after a change of %s', (file) => {
  const root = newDirectory();
  const empty = hashOfSources(root);
  write(root, file, 'one');
  const first = hashOfSources(root);
  write(root, file, 'two');
  const second = hashOfSources(root);
  expect(new Set([empty, first, second]).size).toBe(3);
  write(root, file, 'one');
  expect(hashOfSources(root)).toBe(first);
});

it.each([
  'infra/local/runner.ts',
  'infra/cli/keys/main.ts',
  'test/unit/keys.test.ts',
  'clients/typescript/dist/index.js',
])('reuses the assembly after a change of %s', (file) => {
  const root = newDirectory();
  const before = hashOfSources(root);
  write(root, file, 'one');
  expect(hashOfSources(root)).toBe(before);
});

it('removes neither the last assemblies nor those of running services', () => {
  vi.useFakeTimers();
  const folder = newDirectory();
  const add = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    utimesSync(path, new Date(), new Date());
    return path;
  };
  const release = keepAssembly(add('running'));
  for (const name of ['a', 'b.unfinished', 'c', 'd', 'e']) {
    add(name);
    vi.advanceTimersByTime(300_000);
  }
  removeOldAssemblies(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['d', 'e', 'running']);
  release();
  for (const name of ['f', 'g', 'h']) add(name);
  vi.advanceTimersByTime(700_000);
  removeOldAssemblies(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['f', 'g', 'h']);
  vi.useRealTimers();
});

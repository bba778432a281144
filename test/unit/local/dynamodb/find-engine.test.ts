import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ENGINE_VARIABLE,
  findEngine,
  missingEngineMessage,
  TESTED_VERSIONS,
} from '../../../../infra/local/dynamodb/find-engine.ts';
import { StartError } from '../../../../infra/local/process/start-error.ts';
import { newDirectory } from '../runner-child.ts';

/** A folder with a program in place of the engine that prints a text. */
const folderWith = (output: string, name = 'dynoxide'): string => {
  const folder = newDirectory();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${output}'\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
};

const pathOf = (...folders: readonly string[]) => ({ PATH: folders.join(delimiter) });

describe('the DynamoDB engine', () => {
  it('is that of the npm package if there is one for this system', () => {
    const PATH = folderWith('dynoxide 9.9.9');
    const { path, version } = findEngine({ PATH }, 'linux', 'x64');
    expect(path).toMatch(/node_modules\/@dynoxide\/linux-x64\/dynoxide$/);
    expect(version).toBe(TESTED_VERSIONS[0]);
  });

  it('is the first one on the PATH on other systems', () => {
    const folders = [newDirectory(), folderWith('dynoxide 1.5.0'), folderWith('dynoxide 1.4.0')];
    for (const system of [
      ['darwin', 'arm64'],
      ['darwin', 'x64'],
      ['linux', 'arm64'],
    ] as const) {
      const found = { path: join(folders[1] ?? '', 'dynoxide'), version: '1.5.0' };
      expect(findEngine(pathOf(...folders), ...system)).toEqual(found);
    }
    const windows = folderWith('dynoxide 1.5.0', 'dynoxide.exe');
    expect(findEngine(pathOf(...folders, windows), 'win32', 'x64').path).toBe(join(windows, 'dynoxide.exe'));
  });

  it('is what DYNAMODB_ENGINE names, a path or a name on the PATH', () => {
    const folder = folderWith('dynoxide 2.0.0-rc.1', 'other');
    const found = { path: join(folder, 'other'), version: '2.0.0-rc.1' };
    expect(findEngine({ [ENGINE_VARIABLE]: join(folder, 'other') })).toEqual(found);
    expect(findEngine({ [ENGINE_VARIABLE]: 'other', ...pathOf(folder) })).toEqual(found);
    for (const missing of ['absent', './absent', folder.slice(0, -1)]) {
      expect(() => findEngine({ [ENGINE_VARIABLE]: missing, ...pathOf(folder) })).toThrow(
        `DYNAMODB_ENGINE must be the path of an executable, not "${missing}".`,
      );
    }
  });

  it('must be a Dynoxide that this system can run', () => {
    const path = join(folderWith('something else'), 'dynoxide');
    expect(() => findEngine({ [ENGINE_VARIABLE]: path })).toThrow(
      `${path} is no Dynoxide that works here: "${path} --version" printed no version.`,
    );
    const foreign = join(newDirectory(), 'foreign');
    copyFileSync(join(import.meta.dirname, 'find-engine.test.ts'), foreign);
    chmodSync(foreign, 0o755);
    expect(() => findEngine({ [ENGINE_VARIABLE]: foreign })).toThrow(/is no Dynoxide that works here/);
  });

  it.each([
    ['linux', 'x64', ['npm ci', 'npm start'], false],
    [
      'linux',
      'arm64',
      [/^curl .*\/dynoxide-aarch64-unknown-linux-musl\.tar\.gz \| tar xz$/, /^sudo mv /],
      true,
    ],
    ['darwin', 'arm64', ['brew install nubo-db/tap/dynoxide', 'npm start'], true],
    ['darwin', 'x64', ['brew install nubo-db/tap/dynoxide', 'npm start'], true],
    ['win32', 'x64', [/^curl\.exe .*-windows-msvc\.zip$/, /^tar\.exe -xf dynoxide-/], true],
    ['freebsd', 'x64', [/^cargo install dynoxide-rs --version [\d.]+ --locked$/, 'npm start'], false],
  ] as const)('says how to install one on %s %s', (platform, arch, expected, canBuild) => {
    const message = missingEngineMessage(platform, arch);
    const lines = message.split('\n').filter((line) => line.startsWith('  '));
    const commands = lines.map((line) => line.trim());
    for (const [index, command] of expected.entries()) expect(commands[index]).toMatch(command);
    expect(commands.at(-1)).toBe('npm start');
    expect(message).toContain(`for ${platform} ${arch}`);
    expect(/Or build it: cargo install/.test(message)).toBe(canBuild);
    expect(message.includes('WSL 2')).toBe(platform === 'win32');
    if (`${platform} ${arch}` !== 'linux x64') {
      expect(() => findEngine(pathOf(newDirectory()), platform, arch)).toThrow(new StartError(message));
    }
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../../../infra/local/process/data-directory.ts';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'data-')), 'inner');

describe('the data directory', () => {
  it('creates a private directory, and locks it until it is released', async () => {
    const path = newPath();
    const first = await openDataDirectory(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    await expect(openDataDirectory(path)).rejects.toThrow(`Another runner uses ${path}`);
    first.release();
    (await openDataDirectory(path)).release();
  });

  it('unlocks the directory when the process that uses it is killed', async () => {
    const path = newPath();
    const module = new URL('../../../../infra/local/process/data-directory.ts', import.meta.url);
    const script = `
      const { openDataDirectory } = await import(${JSON.stringify(module)});
      await openDataDirectory(${JSON.stringify(path)});
      process.stdout.write('locked');
      setInterval(() => undefined, 60_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    await once(child.stdout, 'data');
    await expect(openDataDirectory(path)).rejects.toThrow(`Another runner uses ${path}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    (await openDataDirectory(path)).release();
  });

  it('refuses data of another version, and explains what to do', async () => {
    const [before, after] = [newPath(), newPath()];
    for (const path of [before, after]) mkdirSync(path);
    writeFileSync(join(before, 'dynamodb.db'), '');
    writeFileSync(join(after, 'format'), '999');
    for (const path of [before, after]) {
      await expect(openDataDirectory(path)).rejects.toThrow(
        `The data in ${path} is of another version: remove the folder, or set DATA_DIR to another one.`,
      );
    }
  });

  it('removes the temporary files of a killed runner', async () => {
    const path = newPath();
    const data = await openDataDirectory(path);
    const files = ['usage.json.0f9b1c52-6a0e-4f43-9d4d-2f6f5b8f0c11.tmp', 'usage.json', 'notes.tmp'];
    for (const name of files) writeFileSync(data.path(name), '');
    data.release();
    (await openDataDirectory(path)).release();
    expect(files.filter((name) => existsSync(join(path, name)))).toEqual(['usage.json', 'notes.tmp']);
  });

  it('rejects a file', async () => {
    const path = newPath();
    writeFileSync(path, '');
    await expect(openDataDirectory(path)).rejects.toThrow(`DATA_DIR ${path} cannot be used`);
  });
});

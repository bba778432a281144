import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../../../infra/local/process/data-directory.ts';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'data-')), 'inner');

describe('the data directory', () => {
  it('is private, and locked until it is released', async () => {
    const path = newPath();
    const first = await openDataDirectory(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    await expect(openDataDirectory(path)).rejects.toThrow(`Another runner uses ${path}`);
    first.release();
    (await openDataDirectory(path)).release();
  });

  it('is unlocked when the process that uses it is killed', async () => {
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

  it('rejects a file', async () => {
    const path = newPath();
    writeFileSync(path, '');
    await expect(openDataDirectory(path)).rejects.toThrow(`DATA_DIR ${path} cannot be used`);
  });
});

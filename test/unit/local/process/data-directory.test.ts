import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../../../infra/local/process/data-directory.ts';
import { startTimeOf } from '../../../../infra/local/process/process-identity.ts';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'data-')), 'inner');

describe('the data directory', () => {
  it('is made, private, and held until it is released', async () => {
    const path = newPath();
    const first = await openDataDirectory(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    await expect(openDataDirectory(path)).rejects.toThrow(`Process ${process.pid} already runs on ${path}`);
    first.release();
    (await openDataDirectory(path)).release();
    expect(existsSync(join(path, 'runner.lock'))).toBe(false);
  });

  it.each([
    ['a process that is gone', { pid: 999_999_999, startTime: '1' }],
    ['another process that got the same id', { pid: process.pid, startTime: '1' }],
    ['nobody', 'not json'],
  ])('is taken over from %s', async (_, owner) => {
    expect(startTimeOf(process.pid)).not.toBe('1');
    const path = newPath();
    (await openDataDirectory(path)).release();
    writeFileSync(join(path, 'runner.lock'), JSON.stringify(owner));
    (await openDataDirectory(path)).release();
  });

  it('says so when it is a file', async () => {
    const path = newPath();
    writeFileSync(path, '');
    await expect(openDataDirectory(path)).rejects.toThrow(`DATA_DIR ${path} cannot be used`);
  });
});

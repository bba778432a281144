import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packArchive } from '../../../infra/packages/archive.ts';
import { packDownload } from '../../../infra/packages/download.ts';

const folder = mkdtempSync(join(tmpdir(), 'download-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SOURCES = ['LICENSE', 'pyproject.toml', 'src/module/__init__.py', 'src/module/latest.py'];
const LEFTOVERS = [
  '.venv/lib/a.py',
  '.pytest_cache/a',
  'tests/test_a.py',
  'src/module/__pycache__/a.pyc',
  'src/module.egg-info/PKG-INFO',
  'dist/module-0.1.0.tar.gz',
];

describe('a download of sources', () => {
  it('packs one folder at the top, without tests and build output', async () => {
    const project = join(folder, 'project');
    for (const path of [...SOURCES, ...LEFTOVERS]) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), `content of ${path}`);
    }
    const archive = join(folder, 'some-project.tar.gz');
    writeFileSync(archive, await packDownload('some-project.tar.gz', project));
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    const names = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual(SOURCES.map((path) => `some-project/${path}`));
    for (const path of SOURCES) {
      expect(readFileSync(join(folder, 'some-project', path), 'utf8')).toBe(`content of ${path}`);
    }
  });
});

describe('an archive', () => {
  it('produces the same bytes for the same files in any order', () => {
    const files = [
      ['b', Buffer.alloc(512, 'b')],
      ['a/c', Buffer.from('ä')],
    ] as const;
    const archive = packArchive('top', new Map(files));
    expect(packArchive('top', new Map(files.toReversed()))).toEqual(archive);
    expect(packArchive('other', new Map(files))).not.toEqual(archive);
  });

  it('rejects a path that the format cannot store', () => {
    expect(() => packArchive('top', new Map([['a'.repeat(97), Buffer.alloc(0)]]))).toThrow('100 bytes');
  });
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import {
  describePython,
  installedPythons,
  type PythonEnvironment,
  pythonEnvironment,
} from '../support/clients/python-environment.ts';
import { describeSlow } from '../support/clients/slow-connectors.ts';
import { ROOT, runProgram } from '../support/service/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'requirements-'));
const name = `test-${randomUUID()}`;

const requirementsFile = (requirements: string): string => {
  const file = join(folder, `${randomUUID()}.txt`);
  writeFileSync(file, requirements);
  return relative(ROOT, file);
};

/** Creates an environment that does not exist yet. */
const createEnvironment = (requirements: string) => pythonEnvironment(name, requirementsFile(requirements));

const base = await pythonEnvironment('test', requirementsFile('iniconfig==2.3.1'));

describePython('a Python environment', base, ({ bin }) => {
  afterAll(() => {
    const cache = join(bin, '..', '..');
    for (const file of readdirSync(cache)) {
      if (file.startsWith(name)) rmSync(join(cache, file), { recursive: true, force: true });
    }
  });

  it('creates an environment once for concurrent callers', async () => {
    const file = requirementsFile('iniconfig==2.3.1');
    const imports = Array.from({ length: 6 }, async () => {
      const { python } = (await pythonEnvironment(name, file)) as PythonEnvironment;
      return runProgram(python, ['-c', 'import iniconfig; print("imported")']);
    });
    for (const { stdout, stderr } of await Promise.all(imports)) expect(stdout, stderr).toBe('imported\n');
  });

  afterEach(() => void vi.unstubAllEnvs());

  it('fails for requirements that cannot be installed', async () => {
    await expect(createEnvironment('iniconfig==')).rejects.toThrow('cannot be created');
  });

  it('skips with a reason if PyPI is not reachable', async () => {
    vi.stubEnv('UV_DEFAULT_INDEX', 'http://127.0.0.1:9/simple');
    vi.stubEnv('UV_HTTP_RETRIES', '0');
    expect(await createEnvironment('certifi==2026.10.18')).toEqual({
      skipped: expect.stringMatching(/^PyPI is not reachable: /),
    });
  });
});

describe('a Python environment without Python', () => {
  it('skips with a reason without a supported Python', async () => {
    expect(await pythonEnvironment('test', 'LICENSE', 'python3-missing')).toEqual({
      skipped: 'python3-missing is not on the PATH, or is older than Python 3.10',
    });
  });
});

describeSlow('the supported Python versions on this machine', () => {
  it('creates an environment for each', async () => {
    const requirements = requirementsFile('iniconfig==2.3.1');
    for (const python of await installedPythons()) {
      expect(await pythonEnvironment('test', requirements, python)).toMatchObject({
        python: expect.stringMatching(/python$/),
      });
    }
  });
});

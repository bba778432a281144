import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, runProgram } from '../support/command.ts';
import { describePython, pythonEnvironment } from '../support/python-environment.ts';
import { describeSlow } from '../support/slow-connectors.ts';

const PROJECTS = [
  { name: 'dlt', folders: ['connectors/dlt', 'test/connectors/dlt'] },
  { name: 'singer', folders: ['connectors/singer', 'test/connectors/singer'] },
];

for (const { name, folders } of PROJECTS) {
  const environment = await pythonEnvironment(name, `test/connectors/${name}/requirements.txt`);
  const cache = join(ROOT, 'node_modules', '.cache', `${name}-checks`);

  describePython(`the Python code of ${name}`, environment, ({ python, bin }) => {
    const run = async (program: string, ...args: readonly string[]): Promise<void> => {
      const { exitCode, stdout, stderr } = await runProgram(join(bin, program), args);
      expect(exitCode, stdout + stderr).toBe(0);
    };

    it('is formatted, and has no findings of the linter', async () => {
      await run('ruff', 'format', '--check', '--cache-dir', join(cache, 'ruff'), ...folders);
      await run('ruff', 'check', '--cache-dir', join(cache, 'ruff'), ...folders);
    });

    describeSlow(`the Python code of ${name}`, () => {
      it('has consistent types', async () => {
        const options = ['--strict', '--explicit-package-bases', '--cache-dir', join(cache, 'mypy')];
        const { exitCode, stdout } = await runProgram(
          join(bin, 'mypy'),
          [...options, '--python-executable', python, ...folders],
          { MYPYPATH: join(ROOT, 'connectors', name) },
        );
        expect(exitCode, stdout).toBe(0);
      });
    });
  });
}

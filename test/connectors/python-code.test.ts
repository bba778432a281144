import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientEnvironment } from '../support/clients/python-client.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { ROOT, runProgram } from '../support/service/command.ts';

const FOLDERS = ['connectors', 'test/connectors'].map((parent) => join(ROOT, parent));

describePython('the Python code of the connectors', await clientEnvironment(), ({ bin }) => {
  it('passes the formatter and the linter', async () => {
    for (const options of [['format', '--check'], ['check']]) {
      const args = [...options, '--no-cache', ...FOLDERS, '--exclude', 'python-client'];
      const { exitCode, stdout, stderr } = await runProgram(join(bin, 'ruff'), args);
      expect(exitCode, stdout + stderr).toBe(0);
    }
  });
});

for (const name of ['dlt', 'singer']) {
  const environment = tooSlow ?? (await pythonEnvironment(name, `test/connectors/${name}/requirements.txt`));

  describePython(`the types of the Python code of ${name}`, environment, ({ python, bin }) => {
    it('passes mypy in strict mode', async () => {
      const cache = join(ROOT, 'node_modules', '.cache', `${name}-checks`);
      const options = ['--strict', '--explicit-package-bases', '--cache-dir', join(cache, 'mypy')];
      const folders = ['connectors', 'test/connectors'].map((parent) => join(ROOT, parent, name));
      const { exitCode, stdout } = await runProgram(
        join(bin, 'mypy'),
        [...options, '--python-executable', python, ...folders],
        { MYPYPATH: join(ROOT, 'connectors', name) },
      );
      expect(exitCode, stdout).toBe(0);
    });
  });
}

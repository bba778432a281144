import { join } from 'node:path';
import { copy, driver, run, runDriver } from './run.ts';
import type { Target } from './target.ts';

const RUFF = '0.14.5';

/** [openapi-python-client](https://github.com/openapi-generators/openapi-python-client) */
export const openApiPythonClient = (version: string): Target => ({
  name: `openapi-python-client ${version}`,
  needs: ['python3'],
  async generate({ path }, folder) {
    await run('python3', ['-m', 'venv', 'python'], { folder });
    const bin = join(folder, 'python/bin');
    const packages = [`openapi-python-client==${version}`, `ruff==${RUFF}`];
    await run(join(bin, 'pip'), ['install', '--quiet', ...packages], { folder });
    const environment = { PATH: `${bin}:${process.env['PATH']}` };
    const args = ['generate', '--path', path, '--output-path', 'generated', '--meta', 'none'];
    const { output } = await run(join(bin, 'openapi-python-client'), args, { folder, environment });
    await run(join(bin, 'python'), ['-m', 'compileall', '-q', 'generated'], { folder });
    return {
      warnings: /warning/i.test(output) ? [output] : [],
      async run(url, calls) {
        copy(driver('openapi-python-client', 'main.py'), join(folder, 'main.py'));
        return runDriver(join(bin, 'python'), (file) => ['main.py', url, file], calls, { folder });
      },
    };
  },
});

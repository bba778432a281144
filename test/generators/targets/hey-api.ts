import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/service/command.ts';
import { copy, driver, run, runDriver } from './run.ts';
import type { Target } from './target.ts';

/** The newest that it works with. */
const TYPESCRIPT = '5.9.3';

const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
};

/** [hey-api](https://heyapi.dev) for TypeScript, with `fetch`. */
export const heyApi = (version: string): Target => ({
  name: `hey-api ${version}`,
  needs: ['npm'],
  async generate({ path }, folder) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const packages = [`@hey-api/openapi-ts@${version}`, `typescript@${TYPESCRIPT}`];
    await run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], { folder });
    const args = ['openapi-ts', '-i', path, '-o', 'generated', '--no-log-file'];
    const { output } = await run('npx', args, { folder });
    const project = { compilerOptions: COMPILER_OPTIONS, include: ['generated'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    await run('npx', ['tsc', '-p', '.'], { folder });
    return {
      warnings: output.split('\n').filter((line) => /warn|error/i.test(line)),
      async run(url, calls) {
        const esbuild = join(ROOT, 'node_modules/.bin/esbuild');
        copy(driver('hey-api', 'main.js'), join(folder, 'main.js'));
        const args = ['main.js', '--bundle', '--platform=node', '--format=esm', '--outfile=main.mjs'];
        await run(esbuild, args, { folder });
        return runDriver(process.execPath, (file) => ['main.mjs', url, file], calls, { folder });
      },
    };
  },
});

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_PATHS } from '../../../shared/contract/console/console.ts';
import { clientArchive, runIn } from '../../support/clients/client-package.ts';
import { nodeFolders } from '../../support/processes/node-versions.ts';
import { ROOT, runProgram } from '../../support/service/command.ts';
import { at, call, createKey, service } from '../../support/service/service.ts';

const read = (name: string): string => readFileSync(join(ROOT, 'infra/docs/guides', name), 'utf8');
const guide = read('getting-started.md');
const clientGuide = read('typescript.md');
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const blocksOf = (fence: string, text = guide): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${fence}\n([^]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);

/** The packages that the client's guide installs, with versions. */
const packages = [...clientGuide.matchAll(/^npm install --save-dev (.*)$/gm)].flatMap(([, line = '']) =>
  line.split(' ').map((each) => {
    const separator = each.lastIndexOf('@');
    return [each.slice(0, separator), each.slice(separator + 1)] as const;
  }),
);

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'getting-started-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where this project has each of its packages, by the name and version under which a registry has it. */
const installedAs = new Map(
  Object.entries<string>({ ...dependencies, ...devDependencies }).map(([name, version]) =>
    version.startsWith('npm:') ? [version.slice('npm:'.length), name] : [`${name}@${version}`, name],
  ),
);

const link = (path: string, source = path): void => {
  mkdirSync(dirname(join(folder, 'node_modules', path)), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', source), join(folder, 'node_modules', path));
};

const installed = nodeFolders();

/** The guides' commands, each with the Node.js versions that it supports. */
const WAYS: readonly (readonly [string, readonly number[]])[] = [
  ['node main.mjs', [20, 22, 24]],
  ['node main.ts', [22, 24]],
  ['npx tsx main.ts', [20, 22, 24]],
  ['node dist/main.js', [20, 22, 24]],
];

describe('the getting-started guide', () => {
  beforeAll(async () => {
    const [install = ''] = blocksOf('sh', clientGuide).filter((block) => block.includes('npm install'));
    const consoleUrl = `${service.admin?.url}${CONSOLE_PATHS.page}`;
    // The console of a deployed service is unknown, but its build offers the same package.
    const archive = service.admin === undefined ? `'${await clientArchive()}'` : '$&';
    const commands = `export CONSOLE_URL=${consoleUrl}\n${install}`.replace(/"\S*\.tgz"/, archive);
    const installed = await runIn(folder, commands);
    expect(installed.exitCode, installed.stdout + installed.stderr).toBe(0);
    writeFileSync(join(folder, 'main.mjs'), at(blocksOf('js'), 0));
    writeFileSync(join(folder, 'main.ts'), at(blocksOf('js'), 0));
    writeFileSync(join(folder, 'tsconfig.json'), at(blocksOf('json', clientGuide), 0));
    // Link these packages instead of downloading them. Not all of `.bin`: it contains the project's Node.js.
    for (const [name, version] of packages) link(name, installedAs.get(`${name}@${version}`));
    for (const path of ['.bin/tsc', '.bin/tsx']) link(path);
    const compiled = await runIn(folder, 'npx tsc');
    expect(compiled.exitCode, compiled.stdout + compiled.stderr).toBe(0);
  });

  it('installs the versions that the project tests with', () => {
    expect(packages.length).toBeGreaterThan(0);
    for (const [name, version] of packages) expect([...installedAs.keys()]).toContain(`${name}@${version}`);
  });

  it.for(WAYS.flatMap(([commands, versions]) => versions.map((major) => [commands, major] as const)))(
    'runs its program by `%s` on Node.js %i',
    async ([commands, major], { skip }) => {
      expect(guide + clientGuide).toContain(`\n${commands}\n\`\`\``);
      const directory = installed.get(major);
      if (directory === undefined) {
        const reason = `Skipped: Node.js ${major} is not on the PATH, so \`${commands}\` is not run with it.`;
        console.info(reason);
        skip(reason);
        return;
      }
      const { stdout, stderr, exitCode } = await runIn(folder, commands, {
        PATH: [directory, process.env['PATH']].join(delimiter),
        BASE_URL: service.baseUrl,
        API_KEY: service.first.key,
      });
      expect(exitCode, stderr).toBe(0);
      const { lastName } = at(service.first.data.people, 0);
      expect(stdout).toContain(`   ${lastName} `);
      for (const { name, isLocked } of service.first.data.callLists) {
        if (isLocked) expect(stdout).not.toContain(`${name}\n`);
        else expect(stdout).toContain(`${name}\n`);
      }
    },
  );
});

// A deployed service also requires `--stack`.
describe.skipIf(service.admin === undefined)('the keys guide', () => {
  it('revokes the exported key', async () => {
    const { key } = await createKey(['call-list:read']);
    expect((await call('/v1/call-list', { key })).status).toBe(200);
    const commands = at(blocksOf('sh', read('keys.md')), 0);
    const { exitCode, stderr } = await runProgram('sh', ['-ec', commands], {
      ...service.toolEnvironment,
      BASE_URL: service.baseUrl,
      API_KEY: key,
      ORGANIZATION_ID: service.first.organizationId,
      REPOSITORY: ROOT,
    });
    expect(exitCode, stderr).toBe(0);
    expect((await call('/v1/call-list', { key })).status).toBe(401);
  });
});

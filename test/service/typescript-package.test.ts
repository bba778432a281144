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
import { delimiter, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientArchive, runIn } from '../support/client-package.ts';
import { expectCommandRuns, installClient } from '../support/client-program.ts';
import { ROOT } from '../support/command.ts';
import { nodeFolders } from '../support/node-versions.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'typescript-package-')));
beforeAll(() => installClient(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SOURCE = `
import { createSalesDataClient, type CopyBatch, ProblemError, verifyWebhook } from 'sales-data-client';

const client = createSalesDataClient({ baseUrl: 'https://api.example.com', apiKey: 'a' });
for await (const person of client.people({ email: 'a@example.com' })) {
  const name: string | null = person.lastName;
  // @ts-expect-error: an unknown field
  person.nonsense;
  console.log(name);
}
// @ts-expect-error: an unknown parameter
client.companies({ nonsense: true });
export const store = ({ changes, state }: CopyBatch): void => {
  for (const change of changes) if (change.action === 'upsert' && change.kind === 'company') console.log(change.data.name, state);
};
const event = await verifyWebhook({ secret: 'whsec_', headers: new Headers(), body: new Uint8Array() });
if (event.type === 'person.updated') console.log(event.data.lastName);
export const failed = (error: unknown): string => (error instanceof ProblemError ? error.problem.type : '');
`;

describe('the npm package of the TypeScript client', () => {
  it('has the same files as `npm pack` makes, all with the licence', async () => {
    const { stdout, stderr, exitCode } = await runIn(
      join(ROOT, 'clients/typescript'),
      `npm pack --json --pack-destination '${folder}'`,
    );
    expect(exitCode, stderr).toBe(0);
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
    const { exitCode: listed, stdout: names } = await runIn(folder, `tar -tzf '${clientArchive()}'`);
    expect(listed).toBe(0);
    const paths = files.map(({ path }: { path: string }) => `package/${path}`);
    expect(names.trim().split('\n').toSorted()).toEqual(paths.toSorted());
    const packed = gunzipSync(readFileSync(join(folder, filename))).toString();
    expect(packed).toContain(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  it('is one module of less than 16 KB, with no dependency', () => {
    const installed = join(folder, 'node_modules', 'sales-data-client');
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    const code = readFileSync(join(installed, 'dist/index.js'), 'utf8');
    expect(code.length).toBeLessThan(16_384);
    expect(code).not.toMatch(/^import|\brequire\(|\bprocess\b|\bBuffer\b/m);
  });

  it.for([20, 22, 24])('runs in plain JavaScript on Node.js %i', async (major, { skip }) => {
    const directory = nodeFolders().get(major);
    if (directory === undefined) {
      const reason = `Skipped: Node.js ${major} is not on the PATH, so the client is not run with it.`;
      console.info(reason);
      skip(reason);
      return;
    }
    await expectCommandRuns(folder, 'node program.mjs', {
      PATH: [directory, process.env['PATH']].join(delimiter),
    });
  });

  it.each([
    ['nodenext', ['node'], ['ES2022']],
    ['bundler', [], ['ES2022', 'DOM', 'DOM.Iterable']],
  ])('has types for the module resolution %s', async (moduleResolution, types, lib) => {
    const own = join(folder, moduleResolution);
    mkdirSync(own);
    const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
    const compilerOptions = {
      target: 'es2022',
      strict: true,
      noEmit: true,
      module,
      moduleResolution,
      types,
      lib,
    };
    writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    writeFileSync(join(own, 'main.mts'), SOURCE);
    mkdirSync(join(own, 'node_modules'));
    symlinkSync(join(ROOT, 'node_modules', '@types'), join(own, 'node_modules', '@types'));
    const { exitCode, stdout } = await runIn(own, `'${join(ROOT, 'node_modules/.bin/tsc')}' -p .`);
    expect(stdout).toBe('');
    expect(exitCode).toBe(0);
  });
});

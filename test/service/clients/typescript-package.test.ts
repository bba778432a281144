import { spawn } from 'node:child_process';
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
import { generateSigningSecret, signDelivery } from '../../../shared/webhooks/secrets/signature.ts';
import { clientArchive, runIn } from '../../support/clients/client-package.ts';
import { expectCommandRuns, installClient } from '../../support/clients/client-program.ts';
import { eventually } from '../../support/eventually.ts';
import { nodeFolders } from '../../support/processes/node-versions.ts';
import { ROOT } from '../../support/service/command.ts';
import { service } from '../../support/service/service.ts';

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
  for (const change of changes) if (change.action === 'upsert' && change.kind === 'company') \
console.log(change.data.name, state);
};
const event = await verifyWebhook({ secret: 'whsec_', headers: new Headers(), body: new Uint8Array() });
if (event.type === 'person.updated') console.log(event.data.lastName);
export const failed = (error: unknown): string => (error instanceof ProblemError ? error.problem.type : '');
`;

/** The first blocks of TypeScript in a guide. */
const snippetsOf = (guide: string): readonly string[] =>
  readFileSync(join(ROOT, 'infra/docs/guides', guide), 'utf8')
    .split(/\n```(?:ts|js)\n/)
    .slice(1)
    .map((text) => text.split('\n```')[0] ?? '');

describe('the npm package of the TypeScript client', () => {
  it('packs the same files as `npm pack`, with the license', async () => {
    const { stdout, stderr, exitCode } = await runIn(
      join(ROOT, 'clients/typescript'),
      `npm pack --json --pack-destination '${folder}'`,
    );
    expect(exitCode, stderr).toBe(0);
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
    const { exitCode: listed, stdout: names } = await runIn(folder, `tar -tzf '${await clientArchive()}'`);
    expect(listed).toBe(0);
    const paths = files.map(({ path }: { path: string }) => `package/${path}`);
    expect(names.trim().split('\n').toSorted()).toEqual(paths.toSorted());
    const packed = gunzipSync(readFileSync(join(folder, filename))).toString();
    expect(packed).toContain(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  it('bundles one module of less than 28 KB, with no dependency', () => {
    const installed = join(folder, 'node_modules', 'sales-data-client');
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
    const code = readFileSync(join(installed, 'dist/index.js'), 'utf8');
    expect(code.length).toBeLessThan(28_672);
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
  ])('resolves types with the module resolution %s', async (moduleResolution, types, lib) => {
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
    const [receiver = ''] = snippetsOf('verifying-webhooks.md');
    const guides = types.length === 0 ? [] : [...snippetsOf('typescript.md'), receiver];
    for (const [index, source] of [SOURCE, ...guides].entries()) {
      writeFileSync(join(own, `source-${index}.mts`), source);
    }
    mkdirSync(join(own, 'node_modules'));
    symlinkSync(join(ROOT, 'node_modules', '@types'), join(own, 'node_modules', '@types'));
    const { exitCode, stdout } = await runIn(own, `'${join(ROOT, 'node_modules/.bin/tsc')}' -p .`);
    expect(stdout).toBe('');
    expect(exitCode).toBe(0);
  });

  it('runs the programs of its guide', async () => {
    const { baseUrl, first } = service;
    const outputs = snippetsOf('typescript.md')
      .slice(0, 2)
      .map(async (source, index) => {
        writeFileSync(join(folder, `guide-${index}.mts`), source);
        const command = `'${process.execPath}' guide-${index}.mts`;
        const { stdout, stderr } = await runIn(folder, command, { BASE_URL: baseUrl, API_KEY: first.key });
        return stdout + stderr;
      });
    const [people = '', problem] = await Promise.all(outputs);
    for (const { lastName } of first.data.people) expect(people).toContain(` ${lastName}\n`);
    expect(problem).toBe('No such person.\n');
  });

  it('verifies deliveries in the receiver of the guide', async () => {
    const [source = ''] = snippetsOf('verifying-webhooks.md');
    const listen = "listen(8080, () => console.log('Listening on port 8080.'))";
    expect(source).toContain(listen);
    const announced = source.replace(
      listen,
      "listen(0, '127.0.0.1', function () { console.log(this.address().port); })",
    );
    writeFileSync(join(folder, 'receiver.mts'), announced);
    const secret = generateSigningSecret();
    const receiver = spawn(process.execPath, ['receiver.mts'], {
      cwd: folder,
      env: { ...process.env, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let output = '';
      receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      const port = await eventually(() => /^\d+(?=\n)/.exec(output)?.[0]);
      const body = '{"type":"person.updated","data":{"lastName":"Lovelace"},"previous":{"title":"Engineer"}}';
      const headers = signDelivery({ id: '1', timestamp: Math.floor(Date.now() / 1_000), body }, [secret]);
      const send = async (sent: string) =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
      expect([await send(`${body} `), await send(body)]).toEqual([400, 204]);
      await eventually(() => output.endsWith("\nLovelace { title: 'Engineer' }\n"));
    } finally {
      receiver.kill();
    }
  });
});

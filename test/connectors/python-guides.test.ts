import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { generateSigningSecret, signDelivery } from '../../shared/webhooks/secrets/signature.ts';
import { clientEnvironment, installClient } from '../support/clients/python-client.ts';
import { describePython } from '../support/clients/python-environment.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/http/free-port.ts';
import { ROOT } from '../support/service/command.ts';
import { at, service } from '../support/service/service.ts';

const blocksOf = (guide: string): readonly string[] =>
  [
    ...readFileSync(join(ROOT, 'infra/docs/guides', guide), 'utf8').matchAll(/^```python\n([\s\S]*?)^```/gm),
  ].map(([, block = '']) => block);

const [first, reads, asynchronous, errors, events, , exports, , receiver] = blocksOf('python.md');
const { key: apiKey, data } = service.first;
const person = at(data.people, 0);
const folder = mkdtempSync(join(tmpdir(), 'python-guides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const variables = { BASE_URL: service.baseUrl, API_KEY: apiKey };

describePython('the Python guide', await clientEnvironment(), (tools) => {
  it('reads the data', async () => {
    const { run } = await installClient(tools);
    const program = [first, reads, errors, events, exports]
      .join('\n')
      .replace(/[\da-f]{8}(-[\da-f]+){4}/, person.id)
      .replace('people-export', join(folder, 'people-export'));
    const output = await run('python', ['-c', program], variables);
    for (const { firstName, lastName } of data.people) expect(output).toContain(`${firstName} ${lastName}\n`);
    expect(output).toContain("400 urn:sales-data:problem:invalid-request\n[{'parameter': 'id', ");
    expect(output).toMatch(/^cursor: \S+$/m);
    expect(output).toMatch(/^exported: \S+\/people-export\/people-\S+\.csv\nnext: \S+$/m);
  });

  it('reads companies with asyncio', async () => {
    const { run } = await installClient(tools);
    const output = await run('python', ['-c', asynchronous ?? ''], variables);
    expect(output.trim().split('\n').toSorted()).toEqual(data.companies.map(({ name }) => name).toSorted());
  });

  it('verifies webhooks with the standard library', async () => {
    const { variables: paths } = await installClient(tools);
    const port = String(await freePort());
    const secret = generateSigningSecret();
    const child = spawn(tools.python, ['-c', receiver?.replace('8080', port) ?? ''], {
      env: { ...process.env, ...paths, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = once(child, 'exit');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const body = JSON.stringify({ type: 'person.created', data: { id: 'p-1' } });
    const headers = signDelivery({ id: 'e-1', timestamp: Math.floor(Date.now() / 1_000), body }, [secret]);
    const deliver = (sent: string) =>
      fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', headers: { ...headers }, body: sent });
    const accepted = await eventually(() => deliver(body).catch(() => undefined));
    expect(accepted.status).toBe(204);
    expect((await deliver(`${body} `)).status).toBe(400);
    child.kill();
    await exit;
    expect(output).toBe(
      'person.created p-1\nRefused a delivery: No signature in the `webhook-signature` header matches.\n',
    );
  });
});

describePython('the guide to the event feed', await clientEnvironment(), (tools) => {
  it("runs the guide's Python program, which continues at its cursor", async () => {
    const { run } = await installClient(tools);
    const program = ['-c', at(blocksOf('events.md'), 0)];
    const [, cursor = ''] = /^cursor: (\S+)$/m.exec(await run('python', program, variables)) ?? [];
    expect(cursor).not.toBe('');
    expect(await run('python', program, { ...variables, CURSOR: cursor })).not.toContain('created:');
  });
});

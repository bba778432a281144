import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBrowser } from '../../support/clients/browser.ts';
import { describeAdmin } from '../../support/organizations/admin.ts';
import { submitCredentials } from '../../support/organizations/sign-in.ts';
import { ROOT } from '../../support/service/command.ts';
import { service } from '../../support/service/service.ts';

describeAdmin('the script of the guide', () => {
  it('signs in, given only the address of the console', async () => {
    const { url = '', redirectUri = '' } = service.admin ?? {};
    const guide = readFileSync(join(ROOT, 'infra/docs/admin-api.md'), 'utf8');
    const file = join(mkdtempSync(join(tmpdir(), 'sign-in-')), 'sign-in.mjs');
    writeFileSync(file, /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '');
    const script = spawn(process.execPath, [file, redirectUri], { stdio: 'pipe' });
    const exit = new Promise((resolve) => script.once('exit', resolve));
    let output = '';
    script.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    let question = '';
    for await (const text of script.stderr.setEncoding('utf8')) {
      question += text;
      if (question.includes('arrive at:\n')) break;
    }
    const address = /Open (\S+)/.exec(question)?.[1] ?? '';
    const end = await submitCredentials(createBrowser(), address, redirectUri, service.first.admin);
    script.stdin.write(`${end.location}\n`);
    expect(await exit).toBe(0);
    const { id_token: token } = JSON.parse(output);
    const response = await fetch(`${url}/api-keys`, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
  });
});

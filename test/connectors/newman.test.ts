import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeSlow } from '../support/clients/slow-connectors.ts';
import { demoSettings } from '../support/contract/example-requests/demo-settings.ts';
import { COLLECTION_FILE, postmanItems } from '../support/contract/example-requests/postman.ts';
import { ROOT, runProgram } from '../support/service/command.ts';

const guide = readFileSync(join(ROOT, 'infra/docs/guides/postman.md'), 'utf8');
const version = /newman@[\d.]+/.exec(guide)?.[0] ?? '';

describeSlow('newman', () => {
  it('runs the Postman collection without a failure', async () => {
    const variables = Object.entries(demoSettings()).flatMap(([name, value]) => [
      '--env-var',
      `${name}=${value}`,
    ]);
    const { exitCode, stdout, stderr } = await runProgram('npx', [
      ...['--yes', version, 'run', COLLECTION_FILE],
      ...variables,
    ]);
    expect(exitCode, stdout + stderr).toBe(0);
    expect(stdout).toMatch(new RegExp(`assertions[^\\d]+${postmanItems.length}[^\\d]+0`));
  });
});

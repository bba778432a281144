import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { expectCommandRuns, installClient } from '../support/clients/client-program.ts';
import { describeSlow } from '../support/clients/slow-connectors.ts';

/** By npm, without a place in the lock file: each is a download of over 30 MB. */
const RUNTIMES = [
  ['Deno', 'deno@2.9.6', 'deno run --allow-env --allow-net program.mjs'],
  ['Bun', 'bun@1.4.5', 'bun run program.mjs'],
] as const;

describeSlow('the TypeScript client in other runtimes', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'typescript-runtimes-')));
  beforeAll(() => installClient(folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(RUNTIMES)('runs in %s', (_, runtime, command) =>
    expectCommandRuns(folder, `npx --yes --package ${runtime} -- ${command}`, {
      npm_config_registry: 'https://registry.npmjs.org/',
    }),
  );
});

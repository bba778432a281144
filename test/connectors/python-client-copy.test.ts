import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { clientEnvironment, installClient } from '../support/clients/python-client.ts';
import { describePython } from '../support/clients/python-environment.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { describeAdmin } from '../support/organizations/admin.ts';
import {
  comparable,
  createCopiedOrganization,
  expectCompleteCopy,
} from '../support/records/copied-organization.ts';
import { service } from '../support/service/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'python-copy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEEP_COPY = join(import.meta.dirname, 'python-client', 'keep_copy.py');

const query = (file: string, sql: string): Record<string, unknown>[] => {
  const database = new DatabaseSync(join(folder, file));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

const recordsOf = (file: string): ReadonlyMap<string, object> =>
  new Map(
    query(file, 'SELECT kind, id, data FROM record').map(({ kind, id, data }) => [
      `${kind} ${id}`,
      comparable(String(kind), JSON.parse(String(data))),
    ]),
  );

const environment = tooSlow ?? (await clientEnvironment());

describePython('a copy of the Python client', environment, (tools) => {
  describeAdmin.each(['sync', 'async'])('with the %s client', (kind) => {
    const file = `${kind}.db`;

    it('equals the collections, even if it is killed while records change', async () => {
      const client = await installClient(tools);
      const { apiKey, changes, collections, erasedId } = await createCopiedOrganization();
      const variables = { BASE_URL: service.baseUrl, API_KEY: apiKey };
      const program = [KEEP_COPY, join(folder, file), kind];
      let kills = 0;
      for (const [index, change] of changes.entries()) {
        const args = [...program, '--kill', index % 3 === 0 ? 'before' : 'after'];
        const { exitCode, stderr } = await client.start('python', args, variables);
        // Without new events there is no batch to be killed at.
        if (exitCode === null) kills++;
        else expect(exitCode, stderr).toBe(0);
        await change();
      }
      // The collections alone are five batches.
      expect(kills).toBeGreaterThanOrEqual(5);
      await expectCompleteCopy(
        () => client.run('python', program, variables),
        () => recordsOf(file),
        collections,
      );
      expect(query(file, 'SELECT DISTINCT id FROM erased')).toEqual([{ id: erasedId }]);
    });

    it('ends normally when it is stopped while it waits for events', async () => {
      const { variables } = await installClient(tools);
      const { apiKey, collections } = await createCopiedOrganization();
      const name = `${kind}-followed.db`;
      const child = spawn(tools.python, [KEEP_COPY, join(folder, name), kind, '--follow'], {
        env: { ...process.env, ...variables, BASE_URL: service.baseUrl, API_KEY: apiKey },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exit = once(child, 'exit');
      // It prints whether collections remain to be read, then waits for an hour.
      await new Promise<void>((resolve) => {
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          if (text.includes('False')) resolve();
        });
        child.once('exit', () => resolve());
      });
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
      expect(recordsOf(name)).toEqual(await collections());
    });
  });
});

import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../../infra/local/process/data-directory.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { startRunner } from '../../../infra/local/runner.ts';
import { readSettings } from '../../../infra/local/settings.ts';
import { enginePid } from '../../support/engine/engine-pid.ts';
import { MAIN, newDirectory, read, ready, run as runChild } from './runner-child.ts';
import { smallTemplate, writeAssembly } from './small-assembly.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

const run = (environment: Record<string, string>) => {
  const started = runChild(environment);
  children.push(started.child);
  return started;
};

describe('a runner', () => {
  it('replaces a lost key, rejects a second runner, and restarts its engine a limited number of times', async () => {
    const directory = newDirectory();
    const environment = { DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly() };
    writeFileSync(join(directory, 'demo.json'), '{"organizationId":');
    const first = run(environment);
    await ready(first);
    expect(read(directory, 'demo.json').apiKey).toMatch(/^sd_live_/);
    const second = startRunner(readSettings({ ...environment, PORT: '0', ADMIN_PORT: '0' }));
    await expect(second).rejects.toThrow(
      `Another runner uses ${directory}: stop it, or set DATA_DIR to another folder.`,
    );

    // The engine is restarted at the same address a limited number of times.
    const { endpoints, region, credentials } = read(directory, 'runner.json');
    const client = new DynamoDBClient({ endpoint: endpoints.dynamodb, region, credentials });
    const killEngine = (): void => {
      try {
        process.kill(enginePid(directory), 'SIGKILL');
      } catch {
        // Between two engines.
      }
    };
    killEngine();
    await expect
      .poll(() => client.send(new ListTablesCommand({})))
      .toMatchObject({
        TableNames: [expect.stringMatching(/^Small-/)],
      });
    expect(first.child.exitCode).toBe(null);
    expect(first.output()).toContain('The local DynamoDB crashed and is being restarted');
    const killing = setInterval(killEngine, 50);
    expect(await first.exit).toBe(1);
    clearInterval(killing);
    expect(first.output()).toContain('The local DynamoDB keeps crashing');
    (await openDataDirectory(directory)).release();
  });

  it.runIf(process.platform === 'linux')(
    'answers requests while no log can be written, and exits with 0 on SIGTERM',
    async () => {
      const directory = newDirectory();
      mkdirSync(join(directory, 'logs'));
      for (const name of ['functions.log', 'access.log'])
        symlinkSync('/dev/full', join(directory, 'logs', name));
      const started = run({ DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly() });
      await ready(started);
      const { apiUrl } = read(directory, 'endpoints.json');
      for (const status of [401, 401]) expect((await fetch(`${apiUrl}/things/1`)).status).toBe(status);
      await expect.poll(started.output).toContain('access.log loses lines: ENOSPC');
      expect(started.output().split('access.log loses lines')).toHaveLength(2);
      expect(started.child.exitCode).toBe(null);
      started.child.kill('SIGTERM');
      expect(await started.exit).toBe(0);
    },
  );

  it('explains why it cannot start', async () => {
    const taken = createServer();
    const port = await listen(taken);
    const assembly = writeAssembly();
    const unknown = smallTemplate();
    unknown.Resources['Files'] = { Type: 'AWS::EFS::FileSystem', Properties: {} };
    const cases: [Record<string, string>, RegExp][] = [
      [{ ASSEMBLY_DIR: '/nonexistent' }, /^The cloud assembly cannot be read: .*"npx cdk synth"\.$/],
      [{ ASSEMBLY_DIR: writeAssembly(unknown) }, /^The local runner cannot run Files, .*$/],
      [{ WEBHOOKS_ALLOW_LOOPBACK: 'yes' }, /^WEBHOOKS_ALLOW_LOOPBACK must be 0 or 1, not "yes"\.$/],
      [{ WEBHOOKS_RETRY_SCHEDULE: '5m' }, /^WEBHOOKS_RETRY_SCHEDULE: The retry schedule is "5m", .*$/],
      [{ PORT: '70000' }, /^PORT must be a port number from 0 to 65535, not "70000"\.$/],
      [{ DATA_DIR: MAIN }, /^DATA_DIR .*main\.ts cannot be used: .*$/],
      [
        { ...CREDENTIALS, DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' },
        /^DynamoDB at 127\.0\.0\.1:9 cannot be reached: .*$/,
      ],
      [{ DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, /^DYNAMODB_ENDPOINT needs AWS_ACCESS_KEY_ID and .*$/],
      [{ DYNAMODB_ENDPOINT: 'nowhere' }, /^DYNAMODB_ENDPOINT must be an http or https URL, not "nowhere"\.$/],
    ];
    const environmentOf = (environment: Record<string, string>) => ({
      PORT: '0',
      ADMIN_PORT: '0',
      ASSEMBLY_DIR: assembly,
      DATA_DIR: newDirectory(),
      ...environment,
    });
    for (const [environment, message] of cases) {
      const complete = environmentOf(environment);
      await expect(async () => startRunner(readSettings(complete))).rejects.toThrow(
        expect.objectContaining({ name: 'StartError', message: expect.stringMatching(message) }),
      );
      if (complete.DATA_DIR !== MAIN) (await openDataDirectory(complete.DATA_DIR)).release();
      expect(existsSync(join(complete.DATA_DIR, 'dynamodb.pid'))).toBe(false);
    }
    const environment = environmentOf({ PORT: String(port) });
    const started = run(environment);
    expect([await started.exit, started.output()]).toEqual([
      1,
      `Port ${port} is already in use: set PORT to another one, or to 0 for a free one.\n`,
    ]);
    expect(existsSync(join(environment.DATA_DIR, 'dynamodb.pid'))).toBe(false);
    taken.close();
  });
});

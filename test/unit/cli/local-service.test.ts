import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findLocalService } from '../../../infra/cli/support/local-service.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'local-service-'));
});
afterAll(() => rmSync(directory, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

const write = (changes: object): void => {
  const endpoints = Object.fromEntries(
    ['dynamodb', 'apiGateway', 'cognito'].map((name) => [name, 'http://127.0.0.1:9']),
  );
  const runner = { pid: process.pid, region: 'us-east-1', endpoints, outputs: {}, ...changes };
  writeFileSync(join(directory, 'runner.json'), JSON.stringify(runner));
};

describe('the credentials for the local service', () => {
  const own = { accessKeyId: 'own', secretAccessKey: 'own secret' };

  it('uses the credentials of the running service', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'other');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'other secret');
    write({ credentials: own });
    expect((await findLocalService(directory)).credentials).toEqual(own);
  });

  it('reads credentials from the environment for another engine', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'other');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'other secret');
    write({});
    const expected = { accessKeyId: 'other', secretAccessKey: 'other secret' };
    expect((await findLocalService(directory)).credentials).toEqual(expected);
  });

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'requires credentials for another engine: %s',
    async (missing) => {
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'other');
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'other secret');
      vi.stubEnv(missing, '');
      write({});
      await expect(findLocalService(directory)).rejects.toThrow(
        'The local service runs with DYNAMODB_ENDPOINT: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY ' +
          'as for "npm start".',
      );
    },
  );
});

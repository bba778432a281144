import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Runner, startRunner } from '../../../../infra/local/runner.ts';
import { readSettings } from '../../../../infra/local/settings.ts';
import { send } from '../../../support/http/http.ts';
import { smallTemplate, writeAssembly } from '../small-assembly.ts';

/** Refills nothing during the tests. */
const RATE = 0.000_1;

let runner: Runner;
let dataDirectory: string;

beforeAll(async () => {
  const template = smallTemplate();
  const stage = template.Resources['Stage'];
  if (stage === undefined) throw new Error('The template has no stage.');
  const setting = (HttpMethod: string, ResourcePath: string, ThrottlingBurstLimit: number) => ({
    HttpMethod,
    ResourcePath,
    ThrottlingBurstLimit,
    ThrottlingRateLimit: RATE,
  });
  stage.Properties['MethodSettings'] = [setting('*', '/*', 2), setting('GET', '/~1things~1{id}', 3)];
  dataDirectory = mkdtempSync(join(tmpdir(), 'runner-'));
  const assembly = writeAssembly(template);
  runner = await startRunner(
    readSettings({ PORT: '0', ADMIN_PORT: '0', DATA_DIR: dataDirectory, ASSEMBLY_DIR: assembly }),
  );
});

afterAll(async () => {
  await runner.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const statusesOf = async (method: string, key: string, count: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const { status } = await send(`${runner.apiUrl}/things/1`, { method, headers: { 'X-Api-Key': key } });
    statuses.push(status);
  }
  return statuses;
};

describe('the throttle of a method', () => {
  it('also counts requests that are not authorized, and has its own bucket', async () => {
    expect(await statusesOf('GET', 'denied', 4)).toEqual([403, 403, 403, 429]);
    expect(await statusesOf('HEAD', '', 3)).toEqual([401, 401, 429]);
  });

  it('is that of the stage without one of its own', async () => {
    expect(await statusesOf('POST', 'good', 3)).toEqual([405, 405, 429]);
  });
});

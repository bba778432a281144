import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Runner, startRunner } from '../../../../infra/local/runner.ts';
import { readSettings } from '../../../../infra/local/settings.ts';
import { createGatewayKeys } from '../../../../shared/keys/api-gateway-keys.ts';
import { send } from '../../../support/http/http.ts';
import { smallTemplate, writeAssembly } from '../small-assembly.ts';

const USAGE = 'a-gateway-key-in-the-plan';

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
  const settings = readSettings({
    PORT: '0',
    ADMIN_PORT: '0',
    DATA_DIR: dataDirectory,
    ASSEMBLY_DIR: assembly,
  });
  runner = await startRunner(settings);
  const client = new APIGatewayClient({
    endpoint: runner.endpoints.apiGateway,
    region: 'us-east-1',
    credentials: settings.credentials,
  });
  await createGatewayKeys(client).create(USAGE, JSON.parse(runner.outputs['UsagePlans'] ?? '').standard);
});

afterAll(async () => {
  await runner.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const statusesOf = async (method: string, key: string, count: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) {
    const headers = { 'X-Api-Key': key, 'X-Usage': USAGE };
    const { status } = await send(`${runner.apiUrl}/things/1?size=1`, { method, headers });
    statuses.push(status);
  }
  return statuses;
};

describe('the throttle of a method', () => {
  it('counts only requests that are authorized, and has its own bucket', async () => {
    expect(await statusesOf('GET', 'denied', 4)).toEqual([403, 403, 403, 403]);
    expect(await statusesOf('GET', '', 4)).toEqual([401, 401, 401, 401]);
    expect(await statusesOf('GET', 'good', 4)).toEqual([200, 200, 200, 429]);
    expect(await statusesOf('HEAD', 'good', 3)).toEqual([200, 200, 429]);
  });

  it("applies the stage's throttle to a method without its own", async () => {
    expect(await statusesOf('POST', 'good', 3)).toEqual([405, 405, 429]);
  });
});

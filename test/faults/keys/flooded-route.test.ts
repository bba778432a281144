import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { generateToken } from '../../../shared/keys/token.ts';
import { jsonOf, send } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';
import { changeAssembly } from '../support/changed-assembly.ts';
import { openService, type ServiceAccess } from '../support/service-access.ts';

const BURST = 50;
const FLOOD = 10 * BURST;

/** So slow that the result of the flood does not depend on how long it takes. */
const assembly = changeAssembly(inject('assembly'), [
  [
    /"ThrottlingBurstLimit": ?400,\s*"ThrottlingRateLimit": ?200\b/g,
    `"ThrottlingBurstLimit": ${BURST}, "ThrottlingRateLimit": 0.01`,
  ],
]);
let runner: RunnerProcess;
let service: ServiceAccess;

beforeAll(async () => {
  runner = await startRunnerProcess({ assembly });
  service = await openService(runner.dataDirectory);
});
afterAll(async () => {
  service.close();
  await runner.stop();
  rmSync(assembly, { recursive: true, force: true });
});

describe('a flood of forged keys on one route', () => {
  it('is throttled, while another route responds to each request', async () => {
    const path = '/v1/company/6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
    const flood = Promise.all(
      Array.from({ length: FLOOD }, () =>
        // Its checksum is valid, so that the authorizer has to read the table.
        send(runner.apiUrl + path, { headers: { 'X-Api-Key': generateToken().token } }),
      ),
    );
    const [person = ''] = service.paths.filter((each) => each.startsWith('/v1/person/'));
    const others = [];
    for (let count = 0; count < BURST / 2; count++) others.push(await service.get(person));
    expect(others.map(({ status }) => status)).toEqual(Array(BURST / 2).fill(200));

    const responses = await flood;
    const throttled = responses.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThanOrEqual(FLOOD - BURST - 1);
    for (const response of throttled) {
      expectProblem({ ...response, json: jsonOf(response) }, 429, 'rate-limit-exceeded');
    }
    expect(responses.filter(({ status }) => status === 401).length).toBe(FLOOD - throttled.length);
  });
});

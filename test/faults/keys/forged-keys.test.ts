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

describe('a flood of forged keys', () => {
  it('spares other callers of a route from a flood of forged keys', async () => {
    const [person = ''] = service.paths.filter((each) => each.startsWith('/v1/person/'));
    const flood = Promise.all(
      Array.from({ length: FLOOD }, () =>
        // Its checksum is valid, so that the authorizer has to read the table.
        send(runner.apiUrl + person, { headers: { 'X-Api-Key': generateToken().token } }),
      ),
    );
    const others = [];
    for (let count = 0; count < BURST / 2; count++) others.push(await service.get(person));
    expect(others.map(({ status }) => status)).toEqual(Array(BURST / 2).fill(200));
    expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([401]));
  });
});

describe('a key that calls too much', () => {
  it('throttles an excessive key on its route alone', async () => {
    const [person = ''] = service.paths.filter((each) => each.startsWith('/v1/person/'));
    const responses = await Promise.all(Array.from({ length: 2 * BURST }, () => service.get(person)));
    const throttled = responses.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThanOrEqual(BURST);
    for (const response of throttled) {
      expectProblem({ ...response, json: jsonOf(response) }, 429, 'rate-limit-exceeded');
    }
    expect((await service.get('/v1/key')).status).toBe(200);
  });
});

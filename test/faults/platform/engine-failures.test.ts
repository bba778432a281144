import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { CREDENTIALS_OF_ENGINE, startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import {
  type EngineCall,
  type EngineProxy,
  type Fault,
  startEngineProxy,
} from '../../support/engine/engine-proxy.ts';
import { type HttpResponse, send } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';
import { describeEngineUnderLoad } from '../support/engine-under-load.ts';
import { LIMIT_MILLISECONDS } from '../support/expectations.ts';
import { createLoad, type Load } from '../support/load.ts';
import { openService, type ServiceAccess } from '../support/service-access.ts';

let engine: TestEngine;
let proxy: EngineProxy;
let runner: RunnerProcess;
let service: ServiceAccess;
let load: Load;
const paths: Record<string, string> = {};

const get = (path: string): Promise<HttpResponse> => service.get(path);

const isAuthorization = ({ body }: EngineCall): boolean => body.includes('API_KEY#');

/** Events and webhooks use the engine in the background, independently of requests. */
const isOfRequest = ({ operation, body }: EngineCall): boolean =>
  !/Stream|Shard|Records/.test(operation) && !/WEBHOOK|CALL_LIST_ENTRY#/.test(body);

/** Fails only the calls of the route's function; the authorizer's succeed. */
const failHandlers = (fault: Fault): void =>
  proxy.failWhen((call) => (isAuthorization(call) ? undefined : fault));

beforeAll(async () => {
  engine = await startTestEngine();
  proxy = await startEngineProxy(engine.endpoint);
  runner = await startRunnerProcess({
    assembly: inject('assembly'),
    environment: {
      DYNAMODB_ENDPOINT: proxy.url,
      AWS_ACCESS_KEY_ID: CREDENTIALS_OF_ENGINE.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS_OF_ENGINE.secretAccessKey,
    },
  });
  service = await openService(runner.dataDirectory);
  load = createLoad(service);
  const [, list = '', person = ''] = service.paths;
  const { entries } = JSON.parse((await get(list)).text);
  paths['listCallLists'] = '/v1/call-list';
  paths['getCallList'] = list.replace(/\?.*/, '');
  paths['getCallList with include'] = list;
  paths['getPerson'] = person;
  paths['getKey'] = '/v1/key';
  paths['getCompany'] = `/v1/company/${entries[0].companyId}`;
  for (const path of Object.values(paths)) expect((await get(path)).status, path).toBe(200);
});

afterEach(async () => {
  proxy.failWhen(() => undefined);
  // After each test, the service recovers as soon as the engine does.
  for (const path of Object.values(paths)) expect((await get(path)).status).toBe(200);
});

afterAll(async () => {
  service?.close();
  await runner?.stop();
  await proxy?.stop();
  await engine?.stop();
});

const everyPath = (): Promise<readonly HttpResponse[]> => Promise.all(Object.values(paths).map(get));

const expectOpaqueProblem = (response: HttpResponse, status: number, name: string): void => {
  const { errors } = expectProblem({ ...response, json: JSON.parse(response.text) }, status, name);
  expect(errors).toEqual([]);
  expect(response.text).not.toMatch(/dynamo|injected|exception/i);
  expect(response.text).not.toContain(new URL(proxy.url).host);
};

describe('when the engine fails route functions', () => {
  it.each<Fault>(['throttle', 'hang', 'reset', 'server-error'])(
    'returns 503 from every route in time on the fault %s',
    async (fault) => {
      failHandlers(fault);
      const start = Date.now();
      for (const response of await everyPath()) {
        expectOpaqueProblem(response, 503, 'service-unavailable');
        expect(response.headers['retry-after']).toBe('1');
      }
      expect(Date.now() - start).toBeLessThan(LIMIT_MILLISECONDS);
    },
  );

  it('returns an opaque 500 from every route on a permanent error', async () => {
    failHandlers('validation-error');
    for (const response of await everyPath()) expectOpaqueProblem(response, 500, 'internal-error');
  });

  it('succeeds on retry after a single failure', async () => {
    for (const path of Object.values(paths)) {
      const failed = new Set<string>();
      proxy.failWhen((call) => {
        const isFirst = !failed.has(call.body);
        failed.add(call.body);
        return isFirst ? 'throttle' : undefined;
      });
      expect((await get(path)).status, path).toBe(200);
    }
  });
});

describe('when batch reads succeed only partially', () => {
  it('retries `include` after a delay', async () => {
    let refusals = 2;
    proxy.failWhen(({ operation }) =>
      operation === 'BatchGetItem' && refusals-- > 0 ? 'partial-batch' : undefined,
    );
    const { entries } = JSON.parse((await get(paths['getCallList with include'] ?? '')).text);
    expect(entries[0].person.id).toBe(entries[0].personId);
  });

  it('returns 503 for `include` rather than omitting a person', async () => {
    proxy.failWhen(({ operation }) => (operation === 'BatchGetItem' ? 'partial-batch' : undefined));
    expectOpaqueProblem(await get(paths['getCallList with include'] ?? ''), 503, 'service-unavailable');
  });
});

describe('when the engine fails the authorizer', () => {
  it.each<Fault>(['throttle', 'hang', 'reset', 'server-error', 'validation-error'])(
    'returns an opaque 503 for every request in time on the fault %s',
    async (fault) => {
      proxy.failWhen((call) => (isAuthorization(call) ? fault : undefined));
      const start = Date.now();
      for (const response of await everyPath()) {
        expectOpaqueProblem(response, 503, 'service-unavailable');
        expect(response.headers['retry-after']).toBe('1');
      }
      expect(Date.now() - start).toBeLessThan(LIMIT_MILLISECONDS);
    },
  );
});

describe('the cost of a request', () => {
  it.each([
    ['getPerson', ['GetItem', 'GetItem']],
    ['getCompany', ['GetItem', 'GetItem']],
    ['getKey', ['GetItem', 'GetItem']],
    ['getCallList', ['GetItem', 'Query']],
    ['listCallLists', ['GetItem', 'GetItem', 'Query']],
    ['getCallList with include', ['BatchGetItem', 'BatchGetItem', 'GetItem', 'Query']],
  ])('makes the minimum of table calls for %s: %j', async (name, operations) => {
    proxy.takeCalls();
    await get(paths[name] ?? '');
    const calls = proxy.takeCalls().filter(isOfRequest);
    expect(calls.map(({ operation }) => operation).sort()).toEqual(operations);
    // Only the authorizer uses strongly consistent reads.
    const strong = calls.filter(({ body }) => JSON.parse(body).ConsistentRead === true);
    expect(strong).toHaveLength(1);
    expect(strong.every(isAuthorization)).toBe(true);
  });

  it('makes no table call for a malformed key', async () => {
    proxy.takeCalls();
    const response = await send(`${runner.apiUrl}/v1/call-list`, { headers: { 'X-Api-Key': 'sd_live_x' } });
    expect(response.status).toBe(401);
    expect(proxy.takeCalls().filter(isOfRequest)).toEqual([]);
  });
});

describeEngineUnderLoad(() => ({ proxy, service, load, isAuthorization }));

import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/http/problem.ts';
import {
  type ApiResponse,
  type CreatedKey,
  callOnce,
  createKey,
  service,
} from '../../support/service/service.ts';

const STANDARD = '"rate";q=10;w=1, "quota";q=100000;w=86400';
const HIGH_VOLUME = '"rate";q=100;w=1, "quota";q=2000000;w=86400';

/** Well above the plan's burst plus what its rate adds meanwhile, even on a slow machine. */
const FLOOD = 200;

/**
 * The method's throttle rejects the requests of all keys. No other test floods this method, and the few
 * requests of others are repeated.
 */
const PATH = '/v1/key';

let standard: CreatedKey;

beforeAll(async () => {
  standard = await createKey(PERMISSIONS);
});

describe('RateLimit-Policy', () => {
  it("states the limits of the key's plan", async () => {
    const [standardResponse, highVolumeResponse] = await Promise.all([
      callOnce('/v1/call-list?limit=1', { key: standard.key }),
      callOnce('/v1/call-list?limit=1', { key: service.first.key }),
    ]);
    expect(standardResponse.headers['ratelimit-policy']).toBe(STANDARD);
    expect(highVolumeResponse.headers['ratelimit-policy']).toBe(HIGH_VOLUME);
  });

  it('sends `RateLimit-Policy` with every authorized response, including errors and 304', async () => {
    const { key } = await createKey(['call-list:read']);
    const { etag = '' } = (await callOnce('/v1/call-list', { key })).headers;
    const responses = [
      await callOnce('/v1/call-list', { key, headers: { 'If-None-Match': etag } }),
      await callOnce('/v1/call-list?limit=x', { key }),
      await callOnce('/v1/call-list/6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11', { key }),
      await callOnce('/v1/person/6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11', { key }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([304, 400, 404, 403]);
    for (const { headers } of responses) expect(headers['ratelimit-policy']).toBe(STANDARD);
  });

  it('omits `RateLimit-Policy` from unauthorized responses', async () => {
    expect((await callOnce('/v1/call-list', { key: null })).headers['ratelimit-policy']).toBeUndefined();
  });
});

describe('the rate limit of a plan', () => {
  it('returns 429 with the exceeded limit and Retry-After', async () => {
    const { key } = await createKey(PERMISSIONS);
    const flood: readonly ApiResponse[] = await Promise.all(
      Array.from({ length: FLOOD }, () => callOnce(PATH, { key })),
    );
    const admitted = flood.filter(({ status }) => status === 200);
    const rejected = flood.filter(({ status }) => status === 429);
    expect(admitted.length + rejected.length).toBe(FLOOD);
    // The plan's burst, plus what its rate adds during the flood.
    expect(admitted.length).toBeGreaterThanOrEqual(20);
    expect(rejected.length).toBeGreaterThan(0);
    for (const response of rejected) {
      expectProblem(response, 429, 'rate-limit-exceeded');
      expect(response.headers['retry-after']).toBe('1');
      expect(response.headers['ratelimit-policy']).toBe(STANDARD);
    }
    await eventually(async () => (await callOnce(PATH, { key })).status === 200);
  });

  it('counts the rate limit per key', async () => {
    const [busy, quiet] = await Promise.all([createKey(PERMISSIONS), createKey(PERMISSIONS)]);
    const flood = Array.from({ length: 60 }, () => callOnce(PATH, { key: busy.key }));
    expect((await callOnce(PATH, { key: quiet.key })).status).toBe(200);
    await Promise.all(flood);
  });
});

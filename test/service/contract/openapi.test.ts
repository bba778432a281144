import { describe, expect, it } from 'vitest';
import { dataApiDocument } from '../../../shared/operations/openapi/data-api/document.ts';
import { OPENAPI_PATH } from '../../../shared/operations/openapi-route.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { call, callOnce, service } from '../../support/service/service.ts';

/** Well above the method's burst plus what its rate adds meanwhile, even on a slow machine. */
const FLOOD = 400;

describe(`GET ${OPENAPI_PATH}`, () => {
  it("returns the OpenAPI document with this service's URL, without a key", async () => {
    const { status, json, headers } = await call(OPENAPI_PATH, { key: null });
    expect(status).toBe(200);
    expect(json).toEqual({ ...dataApiDocument(), servers: [{ url: service.baseUrl }] });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(headers['ratelimit-policy']).toBeUndefined();
  });

  it('supports conditional requests and HEAD', async () => {
    const { headers } = await call(OPENAPI_PATH, { key: null });
    const { etag = '' } = headers;
    const again = await call(OPENAPI_PATH, { key: null, headers: { 'If-None-Match': etag } });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    const head = await call(OPENAPI_PATH, { key: null, method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, etag]);
  });

  it.each(['POST', 'DELETE', 'OPTIONS'])('rejects %s with 405 and Allow', async (method) => {
    const response = await call(OPENAPI_PATH, { method, key: null });
    expectProblem(response, 405, 'method-not-allowed');
    expect(response.headers.allow).toBe('GET, HEAD');
  });

  it('rejects query parameters', async () => {
    const { errors } = expectProblem(
      await call(`${OPENAPI_PATH}?a=b`, { key: null }),
      400,
      'invalid-request',
    );
    expect(errors).toMatchObject([{ parameter: 'a' }]);
  });

  it('throttles the document without affecting requests with a key', async () => {
    const flood = await Promise.all(
      Array.from({ length: FLOOD }, () => callOnce(OPENAPI_PATH, { key: null, method: 'HEAD' })),
    );
    const rejected = flood.filter(({ status }) => status !== 200);
    expect(rejected.length).toBeGreaterThan(0);
    for (const { status, headers } of rejected) {
      expect(status).toBe(429);
      expect(headers['retry-after']).toBe('1');
    }
    expect((await callOnce('/v1/call-list?limit=1')).status).toBe(200);
  });
});

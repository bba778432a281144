import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SCHEMAS } from '../../../shared/kinds/derive/schema.ts';
import { stored } from '../../support/engine/stored.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { at, call, sendToApi, service } from '../../support/service/service.ts';

const { people, companies } = service.first.data;

describe.each([
  { name: 'person', schema: SCHEMAS.person, records: people, allowed: 'allowed query parameters: include' },
  {
    name: 'company',
    schema: SCHEMAS.company,
    records: companies,
    allowed: 'allowed query parameters: fields',
  },
])('GET /v1/$name/{id}', ({ name, schema, records, allowed }) => {
  const path = `/v1/${name}/${at<{ id: string }>(records, 0).id}`;

  it('returns all fields of each record, with null for absent values', async () => {
    for (const record of records) {
      const { status, json, headers } = await call(`/v1/${name}/${record.id}`);
      expect(status).toBe(200);
      expect(json).toEqual(stored(record));
      expect(schema.safeParse(json).error).toBeUndefined();
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers['x-request-id']).toMatch(/./);
    }
  });

  it('accepts an id in upper case', async () => {
    const { id } = at<{ id: string }>(records, 0);
    const { status, json } = await call(`/v1/${name}/${id.toUpperCase()}`);
    expect([status, json]).toEqual([200, expect.objectContaining({ id })]);
  });

  it.each([
    'nonsense',
    '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a1',
    '6f1c1a52-7f0b-4b60%0a9d3e-2f4f8f0f7a11',
    '%00',
    '..%2Fcompany',
    'é',
    '*',
    `x`.repeat(400),
  ])('rejects the id %s', async (id) => {
    const { errors } = expectProblem(
      await call(`/v1/${name}/${encodeURI(decodeURI(id))}`),
      400,
      'invalid-request',
    );
    expect(errors).toMatchObject([{ parameter: 'id', detail: expect.stringContaining('UUID') }]);
  });

  it("rejects an id that exceeds the gateway's limit", async () => {
    expectProblem(await call(`/v1/${name}/${'x'.repeat(2_000)}`), 400, 'invalid-request');
  });

  it('rejects unknown query parameters, stating the allowed ones', async () => {
    const { errors } = expectProblem(await call(`${path}?select=id&limit=1`), 400, 'invalid-request');
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['limit', 'select']);
    expect(at(errors, 0).detail).toContain(allowed);
  });

  it('returns the headers of GET without a body for HEAD', async () => {
    const get = await call(path);
    const head = await call(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    for (const header of ['etag', 'content-type', 'cache-control']) {
      expect(head.headers[header]).toBe(get.headers[header]);
    }
  });

  it('returns 304 to a client with the current ETag', async () => {
    const { etag = '' } = (await call(path)).headers;
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const value of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const response = await call(path, { headers: { 'If-None-Match': value } });
      expect(response.status, value).toBe(304);
      expect(response.bytes).toHaveLength(0);
      expect(response.headers.etag).toBe(etag);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    }
    expect((await call(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    expect((await call(path)).headers.etag).toBe(etag);
  });

  it('has a different ETag for another record', async () => {
    const other = await call(`/v1/${name}/${at<{ id: string }>(records, 1).id}`);
    expect(other.headers.etag).not.toBe((await call(path)).headers.etag);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('rejects %s with 405 and Allow', async (method) => {
    for (const headers of [{}, { 'Content-Type': 'application/json' }, { 'Content-Type': 'text/xml' }]) {
      const response = await call(path, {
        method,
        headers,
        ...(method === 'OPTIONS' ? {} : { body: '{"a":1}' }),
      });
      expectProblem(response, 405, 'method-not-allowed');
      expect(response.headers.allow).toBe('GET, HEAD');
    }
  });
});

describe('an unknown path', () => {
  it.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/people',
    '/v1/persons',
    '/v2/call-list',
    '/v1/person/a/b',
    '/V1/call-list',
  ])('returns 404: %s', async (path) => {
    expectProblem(await call(path), 404, 'not-found');
    expectProblem(await call(path, { method: 'POST', key: null }), 404, 'not-found');
  });
});

describe('compression', () => {
  it('compresses only above 1 KB, for clients that accept it', async () => {
    const large = '/v1/call-list?limit=20';
    const plain = await call(large);
    expect(plain.bytes.length).toBeGreaterThan(1_024);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const headers = { 'X-Api-Key': service.first.key, 'Accept-Encoding': 'gzip' };
    const compressed = await sendToApi(large, { headers });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(compressed.bytes).toString()).items).toEqual(JSON.parse(plain.text).items);
    const small = await sendToApi('/v1/call-list?limit=1', { headers });
    expect(small.headers['content-encoding']).toBeUndefined();
  });
});

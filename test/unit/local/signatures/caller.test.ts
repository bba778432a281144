import { createServer } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsJsonServer } from '../../../../infra/local/aws-json/aws-json-server.ts';
import { closeServer } from '../../../../infra/local/process/close-server.ts';
import { listen } from '../../../../infra/local/process/listen.ts';
import { requireCaller } from '../../../../infra/local/signatures/caller.ts';
import { encodeUri } from '../../../../shared/runtime/bucket/presigned-url.ts';
import {
  presign,
  type SigningOptions,
  signHeaders,
  type UnsignedRequest,
} from '../../../support/engine/signed-requests.ts';
import { type HttpRequest, send } from '../../../support/http/http.ts';

const CALLER = {
  credentials: { accessKeyId: 'some-key', secretAccessKey: 'a secret' },
  region: 'eu-central-1',
} as const;
const TARGET = { 'x-amz-target': 'Test.Echo', 'content-type': 'application/x-amz-json-1.1' };

const json = createAwsJsonServer({
  ...CALLER,
  name: 'Test',
  target: 'Test',
  signingName: 'test',
  operations: { Echo: async (input) => ({ input }) },
  onError: (error) => expect.fail(String(error)),
});
const servers = new Map(
  ['s3', 'test'].map((service) => [
    service,
    createServer(requireCaller({ ...CALLER, service }, (_, response) => response.end('accepted'))),
  ]),
);
const endpoints = new Map<string, string>();
let endpoint: string;
beforeAll(async () => {
  endpoint = `http://127.0.0.1:${await listen(json)}`;
  for (const [service, server] of servers) {
    endpoints.set(service, `http://127.0.0.1:${await listen(server)}`);
  }
});
afterAll(() => Promise.all([json, ...servers.values()].map(closeServer)));

const SIGNED = { ...CALLER, service: 'test' };

/** Calls `Echo` with a document. */
const call = async ({
  sign = {},
  unsigned = {},
  sent = {},
}: {
  readonly sign?: Partial<SigningOptions>;
  readonly unsigned?: Partial<UnsignedRequest>;
  /** What is sent instead of what was signed. */
  readonly sent?: HttpRequest;
} = {}) => {
  const request = { url: `${endpoint}/`, method: 'POST', headers: TARGET, body: '{"a":1}', ...unsigned };
  const headers = await signHeaders(request, { ...SIGNED, ...sign });
  const { method, body } = request;
  const { headers: changes = {}, ...others } = sent;
  const all = Object.entries({ ...headers, ...changes }).filter(([, value]) => value !== '');
  return send(endpoint, { method, body, ...others, headers: Object.fromEntries(all) });
};

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);

/** The SDK drops parameters with the name of the prototype. */
const name = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((text) => text !== '__proto__');
const value = fc.stringMatching(/^[!-~](?:[ -~]{0,20}[!-~])?$/);

describe('a service', () => {
  it.each(['s3', 'test'])("accepts the AWS SDK's signature for %s", async (service) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'PUT', 'POST', 'DELETE'),
        fc.array(
          name.filter((part) => !/^\.{1,2}$/.test(part)),
          { maxLength: 4 },
        ),
        fc.dictionary(name, name, { maxKeys: 4 }),
        fc.dictionary(fc.stringMatching(/^x-(?:amz-meta-)?[a-z]{1,8}$/), value, { maxKeys: 4 }),
        fc.integer({ min: -4, max: 4 }),
        async (method, path, query, headers, offset) => {
          const url = `${endpoints.get(service)}/${path.map(encodeUri).join('/')}`;
          const search = Object.entries(query).map(([key, each]) => `${encodeUri(key)}=${encodeUri(each)}`);
          const request = { url: search.length === 0 ? url : `${url}?${search.join('&')}`, method, headers };
          const signed = await signHeaders(request, { ...CALLER, service, signingDate: minutes(offset) });
          expect((await send(request.url, { method, headers: signed })).text).toBe('accepted');
        },
      ),
    );
  });

  it('answers a signed call', async () => {
    const { status, text } = await call();
    expect([status, JSON.parse(text)]).toEqual([200, { input: { a: 1 } }]);
  });

  const [ID, SECRET] = [CALLER.credentials.accessKeyId, CALLER.credentials.secretAccessKey];
  it.each<[string, Parameters<typeof call>[0]]>([
    ['another secret', { sign: { credentials: { accessKeyId: ID, secretAccessKey: 'another' } } }],
    ['an empty secret', { sign: { credentials: { accessKeyId: ID, secretAccessKey: '' } } }],
    ['another access key id', { sign: { credentials: { accessKeyId: 'other', secretAccessKey: SECRET } } }],
    ['another service', { sign: { service: 's3' } }],
    ['another Region', { sign: { region: 'us-east-1' } }],
    ['a time more than five minutes ago', { sign: { signingDate: minutes(-6) } }],
    ['a time more than five minutes ahead', { sign: { signingDate: minutes(6) } }],
    ['the method of another call', { sent: { method: 'PUT' } }],
    ['the path of another call', { sent: { path: '/other' } }],
    ['the query of another call', { sent: { path: '/?a=b' } }],
    ['the body of another call', { sent: { body: '{"a":2}' } }],
    ['the operation of another call', { sent: { headers: { 'x-amz-target': 'Test.Other' } } }],
    ['the time of another call', { sent: { headers: { 'x-amz-date': '20260101T000000Z' } } }],
    ['the hash of another body', { sent: { headers: { 'x-amz-content-sha256': '0'.repeat(64) } } }],
    ['no hash of the body', { sent: { headers: { 'x-amz-content-sha256': '' } } }],
    ['no hash of the body, unsigned', { sent: { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } } }],
    ['a header of AWS that is not signed', { sent: { headers: { 'x-amz-copy-source': 'a/b' } } }],
    ['the host of a rebound domain', { unsigned: { headers: { ...TARGET, host: 'evil.example' } } }],
    ['a signature for another host', { sent: { headers: { Host: 'localhost' } } }],
    ['no signature', { sent: { headers: { authorization: '' } } }],
    ['the secret as a token', { sent: { headers: { authorization: `Bearer ${SECRET}` } } }],
    [
      'only the access key id',
      {
        sent: {
          headers: {
            authorization:
              `AWS4-HMAC-SHA256 Credential=${ID}/20260101/eu-central-1/test/aws4_request, ` +
              'SignedHeaders=host, Signature=0',
          },
        },
      },
    ],
  ])('refuses a call with %s', async (_, options) => {
    const { status, text } = await call(options);
    expect([status, JSON.parse(text)]).toEqual([
      403,
      expect.objectContaining({ __type: 'UnrecognizedClientException' }),
    ]);
    expect(text).not.toContain(SECRET);
  });

  it('refuses a signature that does not cover the host', async () => {
    const request = { url: `${endpoint}/`, headers: TARGET, body: '{}' };
    const headers = await signHeaders(request, SIGNED);
    const authorization = (headers['authorization'] ?? '').replace('host;', '');
    const response = await send(request.url, {
      method: 'POST',
      body: '{}',
      headers: { ...headers, authorization },
    });
    expect(response.status).toBe(403);
  });

  it('refuses signatures in the query', async () => {
    const url = await presign({ url: `${endpoint}/`, method: 'POST', headers: {} }, SIGNED);
    expect((await send(url, { method: 'POST', body: '{}', headers: TARGET })).status).toBe(403);
  });
});

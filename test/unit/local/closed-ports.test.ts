import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '../../../infra/local/settings.ts';
import { enginePid } from '../../support/engine/engine-pid.ts';
import { signHeaders } from '../../support/engine/signed-requests.ts';
import { listeningAddresses } from './listening-addresses.ts';
import { type Description, newDirectory, read, ready, run, type Started } from './runner-child.ts';
import { writeAssembly } from './small-assembly.ts';

const directory = newDirectory();
let started: Started;
let runner: Description;

beforeAll(async () => {
  started = run({ DATA_DIR: directory, ASSEMBLY_DIR: writeAssembly() });
  await ready(started);
  runner = read(directory, 'runner.json');
});
afterAll(() => void started.child.kill('SIGKILL'));

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const call = async (url: string, { method = 'POST', path = '/', headers = {}, body = '{}' }: Call) => {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    request(new URL(path, url), { method, headers, agent: false }, resolve).once('error', reject).end(body);
  });
  return { status: message.statusCode, headers: message.headers, text: await text(message) };
};

/** A call that each service would answer. The engine accepts any call, so its address is unknown. */
const CALLS = {
  sqs: { headers: { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': 'AmazonSQS.ListQueues' } },
  s3: { method: 'GET', headers: {}, body: '' },
  kms: { headers: { 'X-Amz-Target': 'TrentService.Encrypt' } },
  eventBridge: { headers: { 'X-Amz-Target': 'AWSEvents.PutEvents' } },
  cloudWatchLogs: { headers: { 'X-Amz-Target': 'Logs_20140328.StartQuery' } },
  cognito: { headers: { 'X-Amz-Target': 'AWSCognitoIdentityProviderService.AdminGetUser' } },
  apiGateway: { method: 'GET', path: '/apikeys?name=', headers: {}, body: '' },
} as const;
type Service = keyof typeof CALLS;
const SERVICES = Object.keys(CALLS) as readonly Service[];

const callService = (service: Service, headers: Readonly<Record<string, string>>) =>
  call(runner.endpoints[service], {
    ...CALLS[service],
    headers: { 'X-Amz-Date': '20260101T000000Z', ...CALLS[service].headers, ...headers },
  });

/** The names of services in signatures. */
const SIGNING_NAMES: Readonly<Record<Service, string>> = {
  sqs: 'sqs',
  s3: 's3',
  kms: 'kms',
  eventBridge: 'events',
  cloudWatchLogs: 'logs',
  cognito: 'cognito-idp',
  apiGateway: 'apigateway',
};

/** The headers of a call with its signature, by default of the run's credentials. */
const sign = (service: Service, changes: Partial<Credentials> = {}, Host?: string) => {
  const { path = '/', method = 'POST', headers, body = '{}' }: Call = CALLS[service];
  return signHeaders(
    {
      url: runner.endpoints[service] + path,
      method,
      headers: { ...headers, ...(Host === undefined ? {} : { host: Host }) },
      body,
    },
    {
      region: runner.region,
      service: SIGNING_NAMES[service],
      credentials: { ...runner.credentials, ...changes },
    },
  );
};

const signedBy = (accessKeyId: string) => ({
  Authorization:
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/service/aws4_request, ` +
    'SignedHeaders=host, Signature=0',
});

const REFUSALS =
  /UnrecognizedClientException|MissingAuthenticationTokenException|IncompleteSignatureException/;

describe.each(SERVICES)('the local %s', (service) => {
  it('accepts calls that are signed with the credentials of the run', async () => {
    const { text } = await callService(service, await sign(service));
    expect(text).not.toMatch(REFUSALS);
  });

  it('refuses calls with only the access key id of the run', async () => {
    const { accessKeyId } = runner.credentials;
    for (const headers of [signedBy(accessKeyId), await sign(service, { secretAccessKey: accessKeyId })]) {
      expect((await callService(service, headers)).text).toMatch(REFUSALS);
    }
  });

  it.each([
    ['without a signature', () => ({})],
    ['with another access key id', () => signedBy('local')],
    ['with a prefix of it', () => signedBy(runner.credentials.accessKeyId.slice(0, 20))],
    ['with the same text elsewhere', () => ({ 'X-Api-Key': runner.credentials.accessKeyId })],
    ['of a rebound domain', () => ({ Host: 'evil.example' })],
  ])('refuses calls %s', async (_, headersOf) => {
    const { status, text } = await callService(service, headersOf());
    expect([400, 403]).toContain(status);
    expect(text).toMatch(REFUSALS);
  });

  it('refuses calls of a rebound domain that knows the credentials', async () => {
    const signed = await sign(service, {}, 'evil.example');
    expect((await callService(service, signed)).text).toMatch(REFUSALS);
  });

  it('refuses signatures in the query', async () => {
    const parts = ['Algorithm', 'Credential', 'Signature', 'SignedHeaders', 'Date'];
    const path = `/?${parts.map((part) => `X-Amz-${part}=x`).join('&')}`;
    const { status } = await call(runner.endpoints[service], { ...CALLS[service], path });
    expect([400, 403]).toContain(status);
  });

  it('sends no CORS headers', async () => {
    const Origin = 'https://evil.example';
    const preflight = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,x-amz-target',
    };
    const answers = [
      await call(runner.endpoints[service], { method: 'OPTIONS', headers: preflight, body: '' }),
      await callService(service, { Origin }),
      await callService(service, { Origin, ...(await sign(service)) }),
    ];
    const names = answers.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

it.each(['ApiUrl', 'AdminUrl', 'SignInUrl'])(
  'refuses requests to the host of a rebound domain: %s',
  async (name) => {
    const url = runner.outputs[name] ?? '';
    const path = name === 'SignInUrl' ? '/Small/.well-known/openid-configuration' : '/things/1';
    const statusFor = async (Host: string) =>
      (await call(url, { method: 'GET', path, headers: { Host }, body: '' })).status;
    const { host, port } = new URL(url);
    for (const own of [host, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
      expect(await statusFor(own)).not.toBe(400);
    }
    for (const other of [
      'evil.example',
      `evil.example:${port}`,
      `localhost.evil.example`,
      '127.0.0.1.nip.io',
      '127.0.0.1@evil.example',
    ]) {
      expect(await statusFor(other)).toBe(400);
    }
  },
);

it('listens on no other address', () => {
  const urls = [
    ...Object.values(runner.endpoints),
    ...['ApiUrl', 'AdminUrl', 'SignInUrl'].map((name) => runner.outputs[name] ?? ''),
  ];
  // SQS and S3 share one.
  const known = new Set(urls.map((url) => new URL(url).host));
  const { host } = new URL(runner.endpoints.dynamodb);
  expect(listeningAddresses(enginePid(directory))).toEqual([host]);
  expect([...listeningAddresses(runner.pid), host].toSorted()).toEqual([...known].toSorted());
});

it('keeps the address of the engine in private files', async () => {
  const { hostname } = new URL(runner.endpoints.dynamodb);
  const { apiUrl, adminUrl } = read(directory, 'endpoints.json');
  for (const url of [apiUrl, adminUrl, runner.outputs['SignInUrl'] ?? '']) {
    for (const path of ['/', '/things/1', '/nothing']) {
      const { headers, text } = await call(url, { method: 'GET', path, body: '' });
      expect(JSON.stringify(headers) + text).not.toContain(hostname);
    }
  }
  expect(started.output()).not.toContain(hostname);
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      statSync(join(directory, name)).isFile() && readFileSync(join(directory, name)).includes(hostname),
  );
  expect(files.toSorted()).toEqual(['logs/dynamodb.log', 'runner.json']);
});

it('keeps all of its files private', () => {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const open = names.filter((name) => (statSync(join(directory, name)).mode & 0o077) !== 0);
  expect(names).toContain('runner.json');
  expect(open).toEqual([]);
});

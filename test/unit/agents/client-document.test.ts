import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../infra/local/process/listen.ts';
import { findClient } from '../../../shared/agents/clients/find-client.ts';
import { createCertificate } from '../../support/http/certificate.ts';

const PUBLIC_AUTHORITIES = getCACertificates('default');
let server: Server | undefined;
let requests = 0;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  requests = 0;
  setDefaultCACertificates(PUBLIC_AUTHORITIES);
});

type Respond = (response: ServerResponse, id: string, request: IncomingMessage) => void;

/** Serves a document on this machine, and returns its address. */
const serve = async (respond: Respond): Promise<string> => {
  let id = '';
  server = createServer((request, response) => {
    requests += 1;
    respond(response, id, request);
  });
  id = `http://localhost:${await listen(server)}/oauth/client.json`;
  return id;
};

const json =
  (changes: Readonly<Record<string, unknown>> = {}): Respond =>
  (response, id) => {
    const document = { client_id: id, client_name: 'Agent', redirect_uris: ['https://agent.example/cb'] };
    response.end(JSON.stringify({ ...document, ...changes }));
  };

const LOCAL = { allowsRegistration: false, allowsLoopback: true };

/** The one error of all documents that cannot be used, with the reason that only operators see. */
const unusable = (reason: RegExp) =>
  expect.objectContaining({
    name: 'ClientError',
    message: expect.stringMatching(/^The client id does not lead to a usable metadata document: [^/]+\.$/),
    cause: expect.toSatisfy((cause: unknown) => reason.test(String(cause)), String(reason)),
  });

describe('the metadata document of a client', () => {
  it('describes it, without redirect URIs that no client may have', async () => {
    const redirect_uris = [
      'https://agent.example/cb',
      'javascript://x/%0aalert(1)',
      'http://agent.example/',
      7,
    ];
    const id = await serve(json({ redirect_uris, logo_uri: 'https://agent.example/logo.png' }));
    expect(await findClient(id, LOCAL)).toEqual({
      id,
      name: 'Agent',
      host: new URL(id).host,
      redirectUris: ['https://agent.example/cb'],
    });
  });

  it('gives it a name without quotation marks, which could end those around it', async () => {
    const client_name = 'Claude” (Anthropic), “verified" «by» Jane’s';
    const { name } = await findClient(await serve(json({ client_name })), LOCAL);
    expect(name).toBe("Claude' (Anthropic), 'verified' 'by' Jane’s");
  });

  it('is requested without credentials, by the name of its host', async () => {
    let headers: IncomingMessage['headers'] = {};
    const id = await serve((response, address, request) => {
      ({ headers } = request);
      json()(response, address, request);
    });
    await findClient(id, LOCAL);
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      host: new URL(id).host,
      connection: expect.any(String),
    });
  });

  it.each<[string, Respond, RegExp]>([
    ['names another client', json({ client_id: 'https://other.example/client.json' }), /another `client_id`/],
    ['names no client', json({ client_id: undefined }), /another `client_id`/],
    ['contains a secret', json({ client_secret: 'x' }), /`client_secret`/],
    ['is missing', (response) => response.writeHead(404).end(), /returned 404, not 200/],
    [
      'is elsewhere',
      (response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
      /returned 302, not 200/,
    ],
    ['is not JSON', (response) => response.end('<html>'), /not valid JSON/],
    ['is null', (response) => response.end('null'), /another `client_id`/],
    ['is too long', (response) => response.end(' '.repeat(10_001)), /exceeds 10000 bytes/],
    [
      'ends early',
      (response) => response.writeHead(200, { 'Content-Length': 9 }).write('{', () => response.destroy()),
      /aborted/,
    ],
  ])('is refused with the same message if it %s', async (_, respond, reason) => {
    const id = await serve(respond);
    const error = await findClient(id, LOCAL).catch((thrown: unknown) => thrown);
    expect(error).toEqual(unusable(reason));
    expect(requests).toBe(1);
  });

  it('is refused with the same message if nothing listens', async () => {
    const id = await serve(json());
    await new Promise((resolve) => server?.close(resolve));
    await expect(findClient(id, LOCAL)).rejects.toEqual(unusable(/ECONNREFUSED/));
  });

  it('is refused after five seconds', async () => {
    const id = await serve((response) => response.write(' '));
    await expect(findClient(id, LOCAL)).rejects.toEqual(unusable(/abort|timeout/i));
  });

  it.each([
    ['https://127.0.0.1/client.json', 'must not point to 127.0.0.1'],
    ['https://[::1]/client.json', 'must not point to'],
    ['https://10.0.0.1/client.json', 'must not point to 10.0.0.1'],
    ['https://169.254.169.254/latest/meta-data', 'must not point to 169.254.169.254'],
    ['https://2852039166/latest/meta-data', 'must not point to 169.254.169.254'],
    ['https://[fd00::1]/client.json', 'must not point to'],
    ['https://localhost/client.json', 'must not point to localhost'],
    ['https://service.internal/client.json', 'must not point to service.internal'],
    ['http://agent.example/client.json', 'must start with https://'],
    ['https://user:pass@agent.example/client.json', 'must not contain a user name'],
    ['https://agent.example/client.json#x', 'must not contain a fragment'],
    ['https://agent.example/client.json?x=1', 'must not have a query'],
    ['https://agent.example/', 'must have a path'],
    ['https://agent.example', 'must be written as a URL parser writes it'],
    ['https://agent.example/a/../client.json', 'must be written as a URL parser writes it'],
    ['https://AGENT.example/client.json', 'must be written as a URL parser writes it'],
    ['https://agent.example:8443/client.json', 'must not name a port'],
    ['https://agent.example:443/client.json', 'must be written as a URL parser writes it'],
  ])('is not requested from %s', async (id, detail) => {
    const resolve = async (): Promise<never> => {
      throw new Error('looked up');
    };
    await expect(findClient(id, { allowsRegistration: false, resolve })).rejects.toThrow(detail);
  });

  it('is not requested from a host whose name leads into a private network', async () => {
    for (const address of ['127.0.0.1', '10.0.0.5', '169.254.169.254']) {
      const rules = { allowsRegistration: false, resolve: async () => [{ address, family: 4 }] };
      const found = findClient('https://agent.example/client.json', rules);
      await expect(found).rejects.toEqual(unusable(/AddressNotAllowedError/));
    }
  });

  it('needs a trusted certificate of its host', async () => {
    const certificate = createCertificate({ hosts: ['agent.example'] });
    server = createTlsServer(certificate, (_, response) => {
      requests += 1;
      response.end(JSON.stringify({ client_id: id, redirect_uris: ['https://agent.example/cb'] }));
    });
    const id = `https://agent.example:${await listen(server)}/client.json`;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const rules = { ...LOCAL, resolve };
    await expect(findClient(id, rules)).rejects.toEqual(unusable(/certificate|altnames/i));
    setDefaultCACertificates([certificate.cert]);
    expect(await findClient(id, rules)).toMatchObject({ name: new URL(id).host });
    await expect(findClient(id.replace('agent.', 'other.'), rules)).rejects.toEqual(
      unusable(/certificate|altnames/i),
    );
    expect(requests).toBe(1);
  });
});

describe('a client id that is no address', () => {
  it('is refused, with what is allowed', async () => {
    await expect(findClient('x', { allowsRegistration: true })).rejects.toThrow(/or one from registration/);
    for (const id of ['x', 'registered.WyJBIl0']) {
      await expect(findClient(id, { allowsRegistration: false })).rejects.toThrow(/registers no clients/);
    }
  });
});

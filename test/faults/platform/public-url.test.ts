import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { StartError } from '../../../infra/local/process/start-error.ts';
import { jsonOf, send } from '../../support/http/http.ts';
import { type RunnerProcess, startRunnerProcess } from '../../support/service/runner-process.ts';

const PUBLIC_URLS = {
  PUBLIC_URL: 'https://sales.example/data',
  ADMIN_PUBLIC_URL: 'https://admin.example',
  SIGN_IN_PUBLIC_URL: 'https://login.example',
};

/** A free port outside the ephemeral range. */
const freePort = async (): Promise<number> => {
  for (;;) {
    const server = createServer();
    try {
      const port = await listen(server, randomInt(10_000, 30_000));
      await closeServer(server);
      return port;
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }
};

let runner: RunnerProcess;
let apiKey = '';
const ports = new Map<string, number>();

/** Requests an address as a proxy passes it on, with what anyone could send. */
const viaProxy = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const [base = ''] = Object.values(PUBLIC_URLS).filter((each) => url.startsWith(each));
  const { host } = new URL(base);
  return send(`http://127.0.0.1:${ports.get(base)}${url.slice(base.length)}`, {
    headers: { Host: host, 'X-Forwarded-Host': 'forged.example', 'X-Forwarded-Proto': 'http', ...headers },
  });
};

beforeAll(async () => {
  for (const url of Object.values(PUBLIC_URLS)) ports.set(url, await freePort());
  const portOf = (url: string): string => String(ports.get(url));
  runner = await startRunnerProcess({
    assembly: inject('assembly'),
    environment: {
      ...PUBLIC_URLS,
      PORT: portOf(PUBLIC_URLS.PUBLIC_URL),
      ADMIN_PORT: portOf(PUBLIC_URLS.ADMIN_PUBLIC_URL),
      SIGN_IN_PORT: portOf(PUBLIC_URLS.SIGN_IN_PUBLIC_URL),
    },
  });
  ({ apiKey } = JSON.parse(readFileSync(join(runner.dataDirectory, 'endpoints.json'), 'utf8')));
});
afterAll(() => runner.stop());

describe('a service behind a proxy', () => {
  it('links from page to page at its public address', async () => {
    let url: string | undefined = `${PUBLIC_URLS.PUBLIC_URL}/v1/person?limit=1`;
    for (let page = 1; page <= 3; page++) {
      const response = await viaProxy(url ?? '', { 'X-Api-Key': apiKey });
      expect(response.status, url).toBe(200);
      url = /^<([^>]+)>; rel="next"$/.exec(String(response.headers['link']))?.[1];
      expect(url).toMatch(/^https:\/\/sales\.example\/data\/v1\/person\?/);
    }
  });

  it('documents its public address', async () => {
    const response = await viaProxy(`${PUBLIC_URLS.PUBLIC_URL}/v1/openapi.json`);
    expect(jsonOf(response)).toMatchObject({ servers: [{ url: PUBLIC_URLS.PUBLIC_URL }] });
  });

  it('serves a console that names the public addresses, and returns to them after sign-in', async () => {
    const { text } = await viaProxy(`${PUBLIC_URLS.ADMIN_PUBLIC_URL}/console`);
    const attribute = (name: string): string | undefined => new RegExp(`${name}="([^"]*)"`).exec(text)?.[1];
    expect(attribute('data-api-url')).toBe(PUBLIC_URLS.PUBLIC_URL);
    expect(attribute('data-sign-in-url')).toBe(PUBLIC_URLS.SIGN_IN_PUBLIC_URL);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: attribute('data-client-id') ?? '',
      redirect_uri: `${PUBLIC_URLS.ADMIN_PUBLIC_URL}/console`,
      scope: 'openid',
      code_challenge_method: 'S256',
      code_challenge: 'a'.repeat(43),
    });
    const { status, headers } = await viaProxy(`${PUBLIC_URLS.SIGN_IN_PUBLIC_URL}/oauth2/authorize?${query}`);
    expect([status, headers['location']]).toEqual([303, '/login']);
    expect(String(headers['set-cookie'])).toMatch(/secure/i);
  });

  it('answers to no other host name', async () => {
    for (const url of Object.values(PUBLIC_URLS)) {
      expect((await viaProxy(`${url}/v1/openapi.json`, { Host: 'forged.example' })).status, url).toBe(400);
    }
  });
});

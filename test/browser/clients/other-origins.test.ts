import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeServer } from '../../../infra/local/process/close-server.ts';
import { listen } from '../../../infra/local/process/listen.ts';
import { service } from '../../support/service/service.ts';

const dataDirectory = service.toolEnvironment['DATA_DIR'];
const isAbsent = inject('browserEndpoint') === undefined || dataDirectory === undefined;

/** What a page of another origin tries: the request, and how a browser may send it without a preflight. */
interface Attempt {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Tries a request in four ways. Returns the beginnings of the texts that the page can read. */
const attack = ({ url, method, headers, body = null }: Omit<Attempt, 'body'> & { body?: string | null }) => {
  const read = async (options: RequestInit): Promise<string> => {
    try {
      return (await (await fetch(url, options)).text()).slice(0, 100);
    } catch {
      return '';
    }
  };
  const submitForm = (): Promise<string> =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.name = 'answer';
      const form = document.createElement('form');
      Object.assign(form, { action: url, method: 'POST', enctype: 'text/plain', target: frame.name });
      // The name and value are joined by "=", which the padding field takes.
      const field = document.createElement('input');
      field.name = `${(body ?? '{}').slice(0, -1)},"padding":"`;
      field.value = '"}';
      form.append(field);
      document.body.append(frame, form);
      frame.onload = () => {
        let text = '';
        try {
          text = frame.contentDocument?.body.textContent ?? '';
        } catch {
          // Another origin.
        }
        form.remove();
        frame.remove();
        resolve(text);
      };
      form.submit();
    });
  return (async () => [
    await read({ method, headers, body }),
    await read({ method, body }),
    await read({ method: method === 'GET' ? 'GET' : 'POST', body, mode: 'no-cors' }),
    await submitForm(),
  ])();
};

describe.skipIf(isAbsent)('a page of another origin', () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Other</title><body>own page');
  });
  const runner = isAbsent
    ? undefined
    : JSON.parse(readFileSync(join(dataDirectory ?? '', 'runner.json'), 'utf8'));
  const signed = {
    Authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/s/aws4_request, SignedHeaders=host, Signature=0',
    'X-Amz-Date': '20260101T000000Z',
    'Content-Type': 'application/x-amz-json-1.0',
  };
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    origin = `http://127.0.0.1:${await listen(server)}`;
    const browser = await chromium.connect(inject('browserEndpoint') ?? '');
    page = await browser.newPage();
    await page.goto(origin);
  });
  afterAll(async () => {
    await page?.close();
    await closeServer(server);
  });

  it('lets a foreign page read its own origin', async () => {
    const texts = await page.evaluate(attack, {
      url: `${origin}/`,
      method: 'POST',
      headers: signed,
      body: '{}',
    });
    expect(texts).toEqual(Array(4).fill(expect.stringContaining('own page')));
  });

  it('exposes the engine at no other address', async () => {
    const { port } = new URL(runner.endpoints.dynamodb);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0']) {
      const attempt: Attempt = {
        url: `http://${host}:${port}/`,
        method: 'POST',
        headers: { ...signed, 'X-Amz-Target': 'DynamoDB_20120810.ListTables' },
        body: '{}',
      };
      expect(await page.evaluate(attack, attempt)).toEqual(['', '', '', '']);
    }
  });

  it('accepts no forged gateway key from a foreign page', async () => {
    const { endpoints, region, credentials } = runner;
    const name = `forged-${randomUUID()}`;
    const attempt: Attempt = {
      url: `${endpoints.apiGateway}/apikeys`,
      method: 'POST',
      headers: { ...signed, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, value: name, enabled: true }),
    };
    expect(await page.evaluate(attack, attempt)).toEqual(['', '', '', '']);
    const client = new APIGatewayClient({ endpoint: endpoints.apiGateway, region, credentials });
    const { items } = await client.send(new GetApiKeysCommand({ nameQuery: name }));
    client.destroy();
    expect(items).toEqual([]);
  });

  it.each(['sqs', 'kms', 'eventBridge', 'cognito'])(
    'hides the local %s from a foreign page',
    async (name) => {
      const attempt: Attempt = {
        url: `${runner.endpoints[name]}/`,
        method: 'POST',
        headers: signed,
        body: '{}',
      };
      expect(await page.evaluate(attack, attempt)).toEqual(['', '', '', '']);
    },
  );

  it.each(['ApiUrl', 'AdminUrl', 'SignInUrl'])('hides %s from a foreign page', async (name) => {
    const paths = { ApiUrl: '/v1/call-list', AdminUrl: '/api-keys', SignInUrl: '/login' };
    const url = `${runner.outputs[name]}${paths[name as keyof typeof paths]}`;
    expect(
      await page.evaluate(attack, { url, method: 'GET', headers: { 'X-Api-Key': 'sd_live_x' } }),
    ).toEqual(['', '', '', '']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Asset } from '../../../functions/console/serve-console/assets.ts';
import { serveConsole } from '../../../functions/console/serve-console/handler.ts';
import { CONSOLE_PATHS } from '../../../shared/contract/console/console.ts';
import { uploadsUrl } from '../../../shared/imports/object-keys.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const asset = (contentType: string, body: string) => ({ contentType, body });

const handler = serveConsole({
  assets: new Map([
    ['console-ABC.js', asset('text/javascript; charset=utf-8', 'let a;')],
    ['chunk-JKL.js', asset('text/javascript; charset=utf-8', 'let b;')],
    ['later-views-MNO.js', asset('text/javascript; charset=utf-8', 'let c;')],
    ['console-DEF.css', asset('text/css; charset=utf-8', 'a{}')],
    ['icon-GHI.svg', asset('image/svg+xml; charset=utf-8', '<svg/>')],
  ]),
  documentation: new Map<string, Asset>([
    ['index.html', asset('text/html; charset=utf-8', '<h1>Documentation</h1>')],
    ['errors.html', asset('text/html; charset=utf-8', '<h1>Errors</h1>')],
    ['errors.md', asset('text/markdown; charset=utf-8', '# Errors')],
    ['client.tgz', { ...asset('application/gzip', 'H4sI'), isBase64Encoded: true }],
  ]),
  attributes: {
    'data-api-url': 'https://data.example/api',
    'data-sign-in-url': 'https://sign-in.example',
    'data-issuer': 'https://issuer.example/pool',
    'data-client-id': 'a "quoted" <client>',
    'data-usage-plans': '{"standard":{"rate":1}}',
  },
  uploadsUrl: uploadsUrl({ name: 'bucket', region: 'eu-central-1' }),
});

const get = (resource: string, name?: string, headers: Readonly<Record<string, string>> = {}) => {
  const event = proxyEvent({ organizationId: '', resource });
  return handler(
    {
      ...event,
      pathParameters: name === undefined ? null : { asset: name, page: name },
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value]])),
    },
    lambdaContext(),
  );
};

const SECURITY_HEADERS = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self' https://sign-in.example https://bucket.s3.eu-central-1.amazonaws.com/uploads/; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
    "trusted-types 'none'",
};

describe('the console', () => {
  it('serves a page with links to its files, its configuration, and no inline script or style', async () => {
    const { statusCode, body, headers } = await get(CONSOLE_PATHS.page);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      ...SECURITY_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
    });
    expect(body).toContain('src="console/console-ABC.js"');
    expect(body).toContain('rel="modulepreload" href="console/chunk-JKL.js"');
    expect(body).not.toContain('later-views');
    expect(body).toContain('href="console/console-DEF.css"');
    expect(body).toContain('href="console/icon-GHI.svg"');
    expect(body).toContain('data-client-id="a &quot;quoted&quot; &lt;client>"');
    expect(body).toContain('data-usage-plans="{&quot;standard&quot;:{&quot;rate&quot;:1}}"');
    expect(body).not.toMatch(/<style|<script(?![^>]*src=)|\sstyle=|\son\w+=/);
  });

  it.each([
    [CONSOLE_PATHS.page, '/console/', {}, '/console'],
    [CONSOLE_PATHS.page, '/console//', { sso: ['a&b.example'] }, '/console?sso=a%26b.example'],
    [CONSOLE_PATHS.documentationPage, '/console/docs/errors/', {}, '/console/docs/errors'],
  ])('redirects %s at %s, whose relative links would break', async (resource, path, query, target) => {
    const event = proxyEvent({ organizationId: '', resource });
    const { requestContext } = event;
    const { statusCode, headers } = await handler(
      {
        ...event,
        requestContext: { ...requestContext, domainName: 'a.example', path: `/admin${path}` },
        multiValueQueryStringParameters: query,
        pathParameters: { page: 'errors' },
      },
      lambdaContext(),
    );
    expect([statusCode, headers?.['Location']]).toEqual([308, `https://a.example/admin${target}`]);
  });

  it('returns 304 for a cached page', async () => {
    const { headers } = await get(CONSOLE_PATHS.page);
    const again = await get(CONSOLE_PATHS.page, undefined, { 'if-none-match': String(headers?.['ETag']) });
    expect(again).toMatchObject({ statusCode: 304, body: '', headers: SECURITY_HEADERS });
    // Without the header, API Gateway adds one.
    expect(again.headers).toHaveProperty('Content-Type', null);
  });

  it('serves its files as immutable', async () => {
    expect(await get(CONSOLE_PATHS.asset, 'console-ABC.js')).toMatchObject({
      statusCode: 200,
      body: 'let a;',
      headers: {
        ...SECURITY_HEADERS,
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  });

  it.each(['console-OLD.js', '../index.cjs', '', 'constructor'])(
    'returns 404 for the unknown file %o',
    async (name) => {
      const response = await get(CONSOLE_PATHS.asset, name);
      expect(response).toMatchObject({
        statusCode: 404,
        headers: {
          ...SECURITY_HEADERS,
          'Content-Type': 'application/problem+json',
          'Cache-Control': 'no-store',
        },
      });
      expect(JSON.parse(response.body)).toMatchObject({ type: 'urn:sales-data:problem:not-found' });
    },
  );

  it.each([
    [CONSOLE_PATHS.documentation, undefined, '<h1>Documentation</h1>'],
    [CONSOLE_PATHS.documentationPage, 'errors', '<h1>Errors</h1>'],
  ])('serves the documentation at %s, with revalidation', async (path, name, body) => {
    expect(await get(path, name)).toMatchObject({
      statusCode: 200,
      body,
      headers: {
        ...SECURITY_HEADERS,
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
      },
    });
  });

  it('serves the Markdown of a page', async () => {
    expect(await get(CONSOLE_PATHS.documentationPage, 'errors.md')).toMatchObject({
      statusCode: 200,
      body: '# Errors',
      headers: { ...SECURITY_HEADERS, 'Content-Type': 'text/markdown; charset=utf-8' },
    });
  });

  it('serves a download as binary', async () => {
    expect(await get(CONSOLE_PATHS.documentationPage, 'client.tgz')).toMatchObject({
      statusCode: 200,
      body: 'H4sI',
      isBase64Encoded: true,
      headers: { ...SECURITY_HEADERS, 'Content-Type': 'application/gzip' },
    });
  });

  it.each(['nothing', 'other.tgz', 'index', 'errors.html', './', ''])(
    'returns 404 for the unknown documentation page %o',
    async (name) => {
      const response = await get(CONSOLE_PATHS.documentationPage, name);
      expect(response).toMatchObject({ statusCode: 404, headers: SECURITY_HEADERS });
      expect(JSON.parse(response.body).detail).toContain('/console/docs');
    },
  );

  it('fails to start without its files', () => {
    const attributes = {
      'data-api-url': '',
      'data-sign-in-url': 'https://a.example',
      'data-issuer': '',
      'data-client-id': '',
      'data-usage-plans': '',
    };
    expect(() =>
      serveConsole({ assets: new Map(), documentation: new Map(), attributes, uploadsUrl: '' }),
    ).toThrow('has no asset');
  });
});

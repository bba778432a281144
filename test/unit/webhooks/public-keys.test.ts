import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { serveOAuth } from '../../../functions/agents/serve-oauth/handler.ts';
import { OAUTH_PATHS } from '../../../shared/contract/agents/oauth.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { viewOfEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { rotateSecret } from '../../../shared/webhooks/endpoints/rotate-secret.ts';
import {
  generateSigningSecret,
  publicKeyOf,
  signDelivery,
} from '../../../shared/webhooks/secrets/signature.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createWebhookFixture, openCipher, SERVICE } from '../../support/webhooks/webhook-fixture.ts';

const DAY = 86_400_000;
const ACTOR = { id: 'ada', name: 'ada', from: null };

const engine = useEngine();
beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

type Fixture = ReturnType<typeof createWebhookFixture>;

/** What is at an address at a time. */
const fetchKeys = async ({ store }: Fixture, url: string, now = new Date()) => {
  const handle = serveOAuth({
    table: { ...store, gatewayKeys: { create: () => Promise.reject(new Error('There is no key.')) } },
    now: () => now,
    consoleUrl: 'https://admin.example.com/console',
    allowsRegistration: false,
    dataApiUrl: SERVICE.dataApiUrl,
  });
  const event = proxyEvent({ organizationId: '', resource: OAUTH_PATHS.wellKnown });
  const document = url.replace(`${SERVICE.dataApiUrl}/.well-known/`, '');
  const { statusCode, body } = await handle(
    { ...event, httpMethod: 'GET', pathParameters: { document } },
    lambdaContext(),
  );
  return { status: statusCode, keys: JSON.parse(body).keys };
};

const urlOf = (endpoint: WebhookEndpoint): string =>
  viewOfEndpoint(endpoint, SERVICE, timestampOf(new Date())).publicKeysUrl ?? '';

const putSigned = async (fixture: Fixture): Promise<{ endpoint: WebhookEndpoint; secret: string }> => {
  const secret = generateSigningSecret('ed25519');
  const changes = { signature: 'ed25519', publicKey: publicKeyOf(secret) } as const;
  return { endpoint: await fixture.putEndpoint(changes, { current: secret }), secret };
};

it('serves the key that verifies deliveries, and nothing else of the endpoint', async () => {
  const fixture = createWebhookFixture(engine);
  const { endpoint, secret } = await putSigned(fixture);
  const { status, keys } = await fetchKeys(fixture, urlOf(endpoint));
  expect(status).toBe(200);
  expect(keys).toEqual([
    {
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: endpoint.publicKey,
      x: expect.any(String),
    },
  ]);
  const signed = signDelivery({ id: 'e', timestamp: 1, body: '{}' }, [secret]);
  const signature = Buffer.from(signed['webhook-signature'].replace('v1a,', ''), 'base64');
  const key = createPublicKey({ key: keys[0], format: 'jwk' });
  expect(verify(null, Buffer.from('e.1.{}'), key, signature)).toBe(true);
});

it('serves both keys for a day after a rotation', async () => {
  const fixture = createWebhookFixture(engine);
  const { endpoint: before } = await putSigned(fixture);
  const dependencies = { store: fixture.store, cipher: openCipher };
  const rotated = await rotateSecret(dependencies, fixture.organizationId, before.id, ACTOR);
  const url = urlOf(before);
  const kidsAt = async (now: Date) =>
    (await fetchKeys(fixture, url, now)).keys.map(({ kid }: { kid: string }) => kid);
  expect(await kidsAt(new Date())).toEqual([rotated?.endpoint.publicKey, before.publicKey]);
  expect(await kidsAt(new Date(Date.now() + 2 * DAY))).toEqual([rotated?.endpoint.publicKey]);

  await rotateSecret(dependencies, fixture.organizationId, before.id, ACTOR, 'hmac');
  expect(await kidsAt(new Date())).toEqual([rotated?.endpoint.publicKey]);
  expect((await fetchKeys(fixture, url, new Date(Date.now() + 2 * DAY))).status).toBe(404);
});

it.each([
  ['an endpoint with a shared secret', (fixture: Fixture) => fixture.putEndpoint()],
  [
    'an endpoint of another organization',
    (fixture: Fixture) =>
      putSigned(createWebhookFixture(engine)).then(({ endpoint }) => ({
        ...endpoint,
        organizationId: fixture.organizationId,
      })),
  ],
  [
    'no endpoint',
    (fixture: Fixture) => fixture.putEndpoint().then((endpoint) => ({ ...endpoint, id: randomUUID() })),
  ],
])('returns 404 for %s', async (_, put) => {
  const fixture = createWebhookFixture(engine);
  const { organizationId, id } = await put(fixture);
  const url = `${SERVICE.dataApiUrl}/.well-known/webhooks/${organizationId}/${id}/jwks.json`;
  expect((await fetchKeys(fixture, url)).status).toBe(404);
});

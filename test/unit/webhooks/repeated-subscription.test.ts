import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { readBody } from '../../../functions/http/json-body.ts';
import {
  CREATE_WEBHOOK_ENDPOINT,
  createCreateWebhookEndpoint,
} from '../../../functions/webhooks/create-webhook-endpoint/handler.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import { readEndpoints } from '../../../shared/webhooks/endpoints/endpoint-repository.ts';
import { rotateSecret } from '../../../shared/webhooks/endpoints/rotate-secret.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';
import { openCipher } from '../../support/webhooks/webhook-fixture.ts';

const engine = useEngine();

/** Stores secrets in another form, as KMS does. */
const cipher: typeof openCipher = {
  encrypt: async (...args) => Buffer.from(await openCipher.encrypt(...args)).toString('hex'),
  decrypt: (text, context) => openCipher.decrypt(Buffer.from(text, 'hex').toString(), context),
};

const prepare = async () => {
  const keys = createKeyFixture(engine);
  const { organizationId, store } = keys;
  const newKey = async () => (await keys.make({ permissions: [...PERMISSIONS] })).apiKey;
  const { id: keyId } = await newKey();
  const state = {
    afterWrite: undefined as (() => void) | undefined,
    beforeWrite: undefined as typeof fail | undefined,
  };
  const transact: typeof store.writer.transact = async (operations) => {
    state.beforeWrite?.();
    const isWritten = await store.writer.transact(operations);
    state.afterWrite?.();
    return isWritten;
  };
  const failing = { ...store, writer: { ...store.writer, transact } };
  const handler = dataFunction(
    CREATE_WEBHOOK_ENDPOINT,
    createCreateWebhookEndpoint({ store: failing, cipher, policy: {} }),
    readBody,
  );
  const body = { url: `https://hooks.example/${randomUUID()}`, eventTypes: ['person.*'] };
  const post = async (key: string | undefined, changes: object = {}, as = keyId) => {
    const described = {
      name: 'A key',
      plan: 'standard',
      createdAt: 'x',
      expiresAt: null,
      allowedAddresses: null,
      importSource: null,
    };
    const event = proxyEvent({ organizationId, resource: CREATE_WEBHOOK_ENDPOINT.path, key: described });
    const result = await handler(
      {
        ...event,
        requestContext: {
          ...event.requestContext,
          authorizer: { ...event.requestContext.authorizer, keyId: as },
        },
        httpMethod: 'POST',
        body: JSON.stringify({ ...body, ...changes }),
        multiValueHeaders: {
          'Content-Type': ['application/json'],
          ...(key !== undefined && { 'Idempotency-Key': [key] }),
        },
      },
      lambdaContext(),
    );
    return { status: result.statusCode, json: JSON.parse(result.body) };
  };
  const created = async () =>
    (await keys.auditItems()).filter(({ action }) => action === 'webhook_endpoint.created').length;
  return {
    ...keys,
    newKey,
    post,
    state,
    created,
    endpoints: () => readEndpoints(store, organizationId),
  };
};

const fail = (): never => {
  throw new Error('The connection broke.');
};

describe('a subscription that is repeated with its `Idempotency-Key`', () => {
  it('returns the first response, whose secret is stored only encrypted', async () => {
    const { post, endpoints, created } = await prepare();
    const first = await post('a');
    expect(first).toMatchObject({ status: 201, json: { secret: expect.stringMatching(/^whsec_/) } });
    expect(await post('a')).toEqual(first);
    expect(await post('a')).toEqual(first);
    expect(await endpoints()).toMatchObject([{ id: first.json.id }]);
    expect(await created()).toBe(1);
    const stored = JSON.stringify(await engine.itemsOf(''));
    expect(stored).toContain('IDEMPOTENT_REQUEST#');
    expect(stored).not.toContain(first.json.secret);
  });

  it('returns the first response even while the first request is running', async () => {
    const { post, endpoints, created } = await prepare();
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => post('a')));
    expect(first?.status).toBe(201);
    for (const other of others) expect(other).toEqual(first);
    expect(await endpoints()).toHaveLength(1);
    expect(await created()).toBe(1);
  });

  it('returns the first response if its write lost its answer, and creates the endpoint if it failed', async () => {
    const { post, endpoints, state, created } = await prepare();
    state.beforeWrite = fail;
    expect((await post('a')).status).toBe(500);
    expect(await endpoints()).toEqual([]);
    state.beforeWrite = undefined;
    state.afterWrite = fail;
    const first = await post('a');
    expect(first).toMatchObject({ status: 201, json: { secret: expect.stringMatching(/^whsec_/) } });
    state.afterWrite = undefined;
    expect(await post('a')).toEqual(first);
    expect(await endpoints()).toHaveLength(1);
    expect(await created()).toBe(1);
  });

  it('rejects another body, and treats another key or API key as another request', async () => {
    const { post, newKey } = await prepare();
    const { json } = await post('a');
    for (const changes of [{ description: 'other' }, { eventTypes: ['*'] }, { url: 'https://b.example/' }]) {
      expect(await post('a', changes)).toMatchObject({
        status: 422,
        json: { type: 'urn:sales-data:problem:idempotency-mismatch' },
      });
    }
    const other = await newKey();
    for (const again of [await post('b'), await post(undefined), await post('a', {}, other.id)]) {
      expect(again).toMatchObject({ status: 409, json: { detail: expect.stringContaining(json.id) } });
      expect(JSON.stringify(again)).not.toContain('whsec_');
    }
  });

  it('learns that the endpoint was deleted, or has another secret', async () => {
    const { post, store, organizationId, endpoints } = await prepare();
    const { json } = await post('a');
    const rotated = await rotateSecret({ store, cipher }, organizationId, json.id, ACTOR);
    const refused = await post('a');
    expect(refused).toMatchObject({
      status: 409,
      json: {
        detail: expect.stringContaining(`${json.id}, which this request created, has a new signing secret`),
      },
    });
    expect(JSON.stringify(refused)).not.toContain(rotated?.secret);
    await deleteEndpoint(store, organizationId, json.id, ACTOR);
    const deleted = expect.stringContaining(`${json.id}, which this request created, was deleted`);
    expect(await post('a')).toMatchObject({ status: 409, json: { detail: deleted } });
    expect(await endpoints()).toEqual([]);
    expect((await post('b')).status).toBe(201);
  });
});

import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { CREATE_EXPORT, createCreateExport } from '../../../functions/exports/create-export/handler.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { readBody } from '../../../functions/http/json-body.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import type { ExportMessage } from '../../../shared/exports/export-message.ts';
import { listExports } from '../../../shared/exports/export-repository.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createFakeImportBucket } from '../../support/imports/fake-import-bucket.ts';
import { createKeyFixture } from '../../support/keys/key-fixture.ts';

const engine = useEngine();

const prepare = async (send: (message: ExportMessage) => Promise<void>) => {
  const keys = createKeyFixture(engine);
  const { organizationId, store } = keys;
  const { id: keyId } = (await keys.make({ permissions: [...PERMISSIONS] })).apiKey;
  const handler = dataFunction(
    CREATE_EXPORT,
    createCreateExport({ table: store, bucket: createFakeImportBucket(), messages: { send } }),
    readBody,
  );
  const key = {
    name: 'A',
    plan: 'standard',
    createdAt: 'x',
    expiresAt: null,
    allowedAddresses: null,
    importSource: null,
  };
  const event = proxyEvent({ organizationId, resource: CREATE_EXPORT.path, key });
  const { authorizer } = event.requestContext;
  const post = async (idempotencyKey: string) => {
    const result = await handler(
      {
        ...event,
        requestContext: {
          ...event.requestContext,
          authorizer: { ...authorizer, keyId },
        },
        httpMethod: 'POST',
        body: JSON.stringify({ resource: 'company', format: 'csv' }),
        multiValueHeaders: { 'Content-Type': ['application/json'], 'Idempotency-Key': [idempotencyKey] },
      },
      lambdaContext(),
    );
    return { status: result.statusCode, id: JSON.parse(result.body).id };
  };
  return { post, stored: () => listExports(store.reader, organizationId) };
};

it('sends one message for a request, however often it is repeated', async () => {
  const sent: ExportMessage[] = [];
  const { post } = await prepare(async (message) => void sent.push(message));
  const idempotencyKey = randomUUID();
  const first = await post(idempotencyKey);
  expect(first.status).toBe(202);
  for (let repetition = 0; repetition < 3; repetition += 1) expect(await post(idempotencyKey)).toEqual(first);
  expect(sent.map(({ exportId }) => exportId)).toEqual([first.id]);
  expect((await post(randomUUID())).id).not.toBe(first.id);
  expect(sent).toHaveLength(2);
});

it('accepts an export whose message cannot be sent, since it starts within minutes', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { post, stored } = await prepare(async () => {
    throw new Error('The queue is down.');
  });
  const { status, id } = await post(randomUUID());
  expect(status).toBe(202);
  expect(await stored()).toMatchObject([{ id, state: 'queued' }]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOfChange } from '../../../functions/events/publish-events/events-of-change.ts';
import { EVENT_SCHEMAS } from '../../../shared/contract/events/event-schemas.ts';
import type { ResourceEvent } from '../../../shared/contract/events/events.ts';
import { readChange } from '../../../shared/events/table-change.ts';
import { webhookEndpointKey } from '../../../shared/table/items/webhook-keys.ts';
import { secondsAfter } from '../../../shared/webhooks/deliveries/delivery-queue.ts';
import { deleteEndpoint } from '../../../shared/webhooks/endpoints/delete-endpoint.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import {
  type EndpointHealth,
  recordEndpointHealth,
} from '../../../shared/webhooks/endpoints/endpoint-health.ts';
import { rotateSecret } from '../../../shared/webhooks/endpoints/rotate-secret.ts';
import { type EndpointChanges, updateEndpoint } from '../../../shared/webhooks/endpoints/update-endpoint.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { openTableStream, type TableStream } from '../../support/engine/table-stream.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';
import { createWebhookFixture, openCipher } from '../../support/webhooks/webhook-fixture.ts';

let engine: TestEngine;
let stream: TableStream;
beforeAll(async () => {
  engine = await startTestEngine({ hasStream: true });
  stream = openTableStream(engine);
});
afterAll(async () => {
  stream.close();
  await engine.stop();
});

const NOW = '2026-03-10T12:00:00.000Z';
const DAY = 86_400;

const prepare = async (changes: Partial<WebhookEndpoint> = {}) => {
  const fixture = createWebhookFixture(engine);
  const { organizationId, store } = fixture;
  const { id } = await fixture.putEndpoint({ description: 'CRM', ...changes });
  const read = async (): Promise<WebhookEndpoint> => {
    const endpoint = await fixture.readEndpoint(id);
    if (endpoint === undefined) throw new Error('The endpoint is gone.');
    return endpoint;
  };
  return {
    fixture,
    id,
    read,
    record: async (health: EndpointHealth, now = NOW) =>
      recordEndpointHealth(store, await read(), health, now),
    update: (edits: EndpointChanges) =>
      updateEndpoint({ store, cipher: openCipher, policy: {} }, organizationId, id, edits, ACTOR),
    rotate: () => rotateSecret({ store, cipher: openCipher }, organizationId, id, ACTOR),
    remove: () => deleteEndpoint(store, organizationId, id, ACTOR),
    events: async (): Promise<readonly ResourceEvent[]> =>
      (await stream.recordsOf(`WEBHOOKS#${organizationId}`)).flatMap((each) => {
        const change = readChange(each);
        return change === undefined ? [] : eventsOfChange(change);
      }),
  };
};

describe('webhook_endpoint.disabled', () => {
  it.each(['gone', 'failing'] as const)(
    'publishes the event when the service disables an endpoint: %s',
    async (reason) => {
      const failingSince = secondsAfter(NOW, -6 * DAY);
      const { fixture, id, record, events } = await prepare({ failingSince });
      await record({ disabledReason: reason });
      expect(await events()).toEqual([
        {
          id: expect.any(String),
          type: 'webhook_endpoint.disabled',
          organizationId: fixture.organizationId,
          timestamp: expect.any(String),
          sequence: 1,
          isSilent: false,
          data: {
            id,
            description: 'CRM',
            eventTypes: ['*'],
            disabledReason: reason,
            disabledAt: NOW,
            failingSince,
            apiKeyId: null,
          },
          previous: {},
        },
      ]);
    },
  );

  it('increments the sequence, with a new id, when the endpoint is disabled again', async () => {
    const { record, update, events } = await prepare();
    await record({ disabledReason: 'gone' });
    await update({ isEnabled: true });
    await record({ disabledReason: 'gone' });
    const published = await events();
    expect(published.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['webhook_endpoint.disabled', 1],
      ['webhook_endpoint.disabled', 2],
    ]);
    expect(new Set(published.map(({ id }) => id)).size).toBe(2);
  });

  it('publishes one event when several attempts disable the endpoint', async () => {
    const { fixture, read, events } = await prepare();
    const endpoint = await read();
    const health = { disabledReason: 'gone' } as const;
    await Promise.all([1, 2, 3].map(() => recordEndpointHealth(fixture.store, endpoint, health, NOW)));
    expect(await events()).toHaveLength(1);
  });

  it('publishes no event for changes by admins', async () => {
    const { update, rotate, remove, events } = await prepare();
    await update({ description: 'Other' });
    await update({ isEnabled: false });
    await update({ isEnabled: true });
    await rotate();
    await remove();
    expect(await events()).toEqual([]);
  });
});

describe('webhook_endpoint.failing', () => {
  it('publishes one event after one day without a success', async () => {
    const { record, events } = await prepare();
    await record('failing');
    await record('failing', secondsAfter(NOW, DAY - 1));
    expect(await events()).toEqual([]);
    await record('failing', secondsAfter(NOW, DAY));
    expect(await events()).toHaveLength(1);
    await record('failing', secondsAfter(NOW, 2 * DAY));
    expect(await events()).toMatchObject([
      {
        type: 'webhook_endpoint.failing',
        sequence: 1,
        data: { disabledReason: null, disabledAt: null, failingSince: NOW },
        previous: {},
      },
    ]);
  });

  it('publishes one event when several attempts fail concurrently', async () => {
    const { fixture, read, events } = await prepare({ failingSince: secondsAfter(NOW, -2 * DAY) });
    const endpoint = await read();
    await Promise.all([1, 2, 3].map(() => recordEndpointHealth(fixture.store, endpoint, 'failing', NOW)));
    expect(await events()).toHaveLength(1);
  });

  it('publishes another event in the next failing period', async () => {
    const { record, events } = await prepare({ failingSince: secondsAfter(NOW, -2 * DAY) });
    await record('failing');
    await record('healthy');
    await record('failing', secondsAfter(NOW, 10));
    await record('failing', secondsAfter(NOW, 20 + DAY));
    expect((await events()).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it.each(['disabled', 'healthy'] as const)(
    'publishes no event if the endpoint is %s meanwhile',
    async (state) => {
      const { fixture, read, record, update, events } = await prepare({
        failingSince: secondsAfter(NOW, -2 * DAY),
      });
      const endpoint = await read();
      if (state === 'disabled') await update({ isEnabled: false });
      else await record('healthy');
      await recordEndpointHealth(fixture.store, endpoint, 'failing', NOW);
      expect(await events()).toEqual([]);
    },
  );

  it('writes one event per failing period, however many attempts fail', async () => {
    const { fixture, read } = await prepare({ failingSince: secondsAfter(NOW, -2 * DAY) });
    const { writer } = fixture.store;
    let updates = 0;
    const update: typeof writer.update = (operation) => {
      updates += 1;
      return writer.update(operation);
    };
    const store = { ...fixture.store, writer: { ...writer, update } };
    for (let attempt = 0; attempt < 3; attempt++) {
      await recordEndpointHealth(store, await read(), 'failing', NOW);
    }
    expect(updates).toBe(1);
  });

  it.each(['failing', 'healthy'] as const)(
    'does not restore an endpoint that was deleted: %s',
    async (health) => {
      const failingSince = health === 'healthy' ? secondsAfter(NOW, -2 * DAY) : null;
      const { fixture, id, read, remove } = await prepare({ failingSince });
      const endpoint = await read();
      await remove();
      await recordEndpointHealth(fixture.store, endpoint, health, NOW);
      const key = webhookEndpointKey(fixture.organizationId, id);
      expect(await fixture.store.reader.get(key, { consistentRead: true })).toBeUndefined();
    },
  );

  it('precedes webhook_endpoint.disabled', async () => {
    const { record, events } = await prepare({ failingSince: secondsAfter(NOW, -2 * DAY) });
    await record('failing');
    await record({ disabledReason: 'failing' }, secondsAfter(NOW, 4 * DAY));
    expect((await events()).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['webhook_endpoint.failing', 1],
      ['webhook_endpoint.disabled', 2],
    ]);
  });
});

describe('operational events', () => {
  it('matches the schemas and contains no secret', async () => {
    const { record, read, rotate, events } = await prepare({ failingSince: secondsAfter(NOW, -2 * DAY) });
    await rotate();
    await record('failing');
    await record({ disabledReason: 'failing' });
    const published = await events();
    expect(published).toHaveLength(2);
    for (const event of published) EVENT_SCHEMAS.get(event.type)?.parse(event);
    const { encryptedSecret, encryptedPreviousSecret } = await read();
    const text = JSON.stringify(published);
    for (const secret of [encryptedSecret, encryptedPreviousSecret ?? 'none', 'whsec_', 'ncrypted']) {
      expect(text).not.toContain(secret);
    }
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { newOrganizationWithAdmin } from '../../support/organizations/admin.ts';
import { runScript } from '../../support/service/command.ts';
import { runToolHere } from '../../support/service/command-here.ts';
import { service } from '../../support/service/service.ts';
import {
  type DeliveryDocument,
  type Endpoint,
  type EndpointDocument,
  startEndpoint,
  verify,
} from '../../support/webhooks/webhooks.ts';

const { organizationId } = await newOrganizationWithAdmin();
const common = ['--organization', organizationId, ...service.toolArguments];

const webhooks = <T = EndpointDocument>(command: string, ...args: readonly string[]): Promise<T> =>
  runToolHere<T>('webhooks', [command, ...args, ...common], service.toolEnvironment);

/** Runs the command in its own process, without `--json`. */
const print = async (command: string, ...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await runScript(
    'infra/cli/webhooks/main.ts',
    [command, ...args, ...common],
    service.toolEnvironment,
  );
  return stdout + stderr;
};

const endpoints: Endpoint[] = [];
afterAll(async () => {
  await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
});

// Only the local service allows webhooks to this machine.
describe.skipIf(service.admin === undefined)('npm run webhooks', () => {
  it('manages an endpoint from registration to deletion', async () => {
    const endpoint = await startEndpoint();
    endpoints.push(endpoint);
    const { url } = endpoint;
    const made = await webhooks('create', '--url', url, '--event-types', 'call_list.locked,person.*');
    expect(made).toMatchObject({ url, eventTypes: ['call_list.locked', 'person.*'], isEnabled: true });

    const tested = await webhooks<DeliveryDocument>('test', made.id);
    expect(tested).toMatchObject({ state: 'succeeded', attemptCount: 1, eventType: 'webhook.test' });
    const received = await eventually(() => endpoint.received[0]);
    verify(received, made.secret);
    expect(await print('test', made.id)).toMatch(/^The endpoint answered with 204 in \d+ ms\.\n$/);

    const rotated = await webhooks('rotate-secret', made.id);
    await webhooks('replay', '--delivery', tested.id);
    const replayed = await eventually(() => endpoint.received[2]);
    verify(replayed, made.secret);
    verify(replayed, rotated.secret);
    expect(replayed.event.id).toBe(tested.eventId);

    expect(await webhooks('update', made.id, '--disable')).toMatchObject({ isEnabled: false });
    expect(await print('list')).toContain('disabled (admin)');
    await webhooks('update', made.id, '--enable');
    const { items } = await webhooks<{ items: DeliveryDocument[] }>('deliveries', '--endpoint', made.id);
    expect(items.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    const shown = await webhooks<DeliveryDocument>('delivery', tested.id);
    expect(shown.payload).toEqual(replayed.event);
    const range = [
      '--endpoint',
      made.id,
      '--after',
      '2026-01-01T00:00:00Z',
      '--before',
      '2099-01-01T00:00:00Z',
    ];
    expect(await webhooks('replay', ...range, '--states', 'succeeded')).toMatchObject({
      state: 'completed',
      replayed: 2,
    });
    expect(await print('replay', '--endpoint', made.id)).toBe('Replayed deliveries: 0.\n');

    expect(await webhooks('delete', made.id)).toMatchObject({ id: made.id });
  });
});

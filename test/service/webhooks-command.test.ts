import { afterAll, describe, expect, it } from 'vitest';
import { newOrganization } from '../support/admin.ts';
import { runScript, runTool } from '../support/command.ts';
import { service } from '../support/service.ts';
import {
  type DeliveryDocument,
  type Endpoint,
  type EndpointDocument,
  eventually,
  startEndpoint,
  verify,
} from '../support/webhooks.ts';

const SCRIPT = 'infra/cli/webhooks/main.ts';
const { organizationId } = await newOrganization();
const common = ['--organization', organizationId, ...service.toolArguments];

const webhooks = <T = EndpointDocument>(command: string, ...args: readonly string[]): Promise<T> =>
  runTool<T>(SCRIPT, [command, ...args, ...common], service.toolEnvironment);

const print = async (command: string, ...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await runScript(SCRIPT, [command, ...args, ...common], service.toolEnvironment);
  return stdout + stderr;
};

const endpoints: Endpoint[] = [];
afterAll(async () => {
  await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
});

// Only the local service lets webhooks go to this machine.
describe.skipIf(service.admin === undefined)('npm run webhooks', () => {
  it('looks after an endpoint from its registration to its end', async () => {
    const endpoint = await startEndpoint();
    endpoints.push(endpoint);
    const { url } = endpoint;
    const made = await webhooks('create', '--url', url, '--events', 'call_list.locked,person.*');
    expect(made).toMatchObject({ url, events: ['person.*', 'call_list.locked'], isEnabled: true });

    const tested = await webhooks<DeliveryDocument>('test', made.id);
    expect(tested).toMatchObject({ state: 'succeeded', attemptCount: 1, eventType: 'webhook.test' });
    const received = await eventually(() => endpoint.received[0]);
    verify(received, made.secret);
    expect(await print('test', made.id)).toMatch(/^Delivery \S+ is succeeded: 204 in \d+ ms\n$/);

    const rotated = await webhooks('rotate-secret', made.id);
    await webhooks('replay', tested.id);
    const replayed = await eventually(() => endpoint.received[2]);
    verify(replayed, made.secret);
    verify(replayed, rotated.secret);
    expect(replayed.event.id).toBe(tested.eventId);

    expect(await webhooks('update', made.id, '--disable')).toMatchObject({ isEnabled: false });
    expect(await print('list')).toContain('disabled (admin)');
    expect(await webhooks('update', made.id, '--enable', '--events', '*')).toMatchObject({ events: ['*'] });
    const { items } = await webhooks<{ items: DeliveryDocument[] }>('deliveries', made.id);
    expect(items.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
    expect(await print('deliveries', made.id)).toContain('webhook.test');
    const shown = await webhooks<DeliveryDocument>('delivery', tested.id);
    expect(shown.payload).toEqual(replayed.event);
    const range = ['--after', '2026-01-01T00:00:00Z', '--before', '2099-01-01T00:00:00Z'];
    expect(await webhooks('replay-range', made.id, ...range)).toEqual({ replayed: 0, skipped: 0 });
    expect(await print('replay-range', made.id, ...range, '--states', 'succeeded')).toContain('2 deliveries');

    expect(await print('delete', made.id)).toBe(`Deleted ${url} (${made.id}).\n`);
    expect(await print('list')).toBe('The organization has no webhook endpoints.\n');
  });

  it('prints a secret once, with what to do with it', async () => {
    const text = await print('create', '--url', 'https://hooks.example.com/', '--events', '*');
    expect(text).toMatch(/shown only now[\s\S]*whsec_[\s\S]*npm run webhooks -- test/);
    expect(await print('list')).not.toContain('whsec_');
  });

  it.each<[readonly string[], RegExp]>([
    [['create', '--events', '*'], /--url URL is missing/],
    [
      ['create', '--url', 'https://hooks.example.com/'],
      /--events LIST must name at least one event \(allowed: \*/,
    ],
    [['create', '--url', 'https://10.0.0.1/', '--events', '*'], /--url must/],
    [
      ['create', '--url', 'https://a.example/', '--events', 'deal.won'],
      /there is no "deal\.won" \(allowed: /,
    ],
    [
      ['create', '--url', 'https://a.example/', '--events', '*', '--description', 'x'.repeat(201)],
      /at most 200/,
    ],
    [['update', 'none', '--enable'], /"none" is no id/],
    [['update', organizationId], /update needs one of --url/],
    [['update', organizationId, '--enable', '--disable'], /cannot both be meant/],
    [['delete', organizationId], /no webhook endpoint with the id/],
    [['test'], /test takes one ENDPOINT_ID/],
    [['deliveries', organizationId, '--state', 'pending'], /--state must be one of failed, missed/],
    [['deliveries', organizationId, '--limit', '0'], /--limit must be a whole number from 1 to 500/],
    [['deliveries', organizationId, '--after', 'noon'], /--after must be an RFC 3339 time/],
    [['delivery', organizationId], /no delivery with the id/],
    [['replay', organizationId], /no delivery with the id/],
    [['replay-range', organizationId, '--after', '2026-01-01T00:00:00Z'], /needs --after TIME and --before/],
    [['retire', organizationId], /There is no command "retire"; the commands are create, list/],
  ])('says what is wrong with %s', async (args, message) => {
    const [command = '', ...rest] = args;
    const result = await runScript(SCRIPT, [command, ...rest, ...common], service.toolEnvironment);
    expect(result.exitCode).toBe(1);
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toContain('    at ');
  });
});

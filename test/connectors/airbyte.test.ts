import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { smallPages, startApiProxy } from '../support/http/api-proxy.ts';
import { createCopiedOrganization, expectCompleteCopy } from '../support/records/copied-organization.ts';
import { ROOT, runProgram } from '../support/service/command.ts';
import { createKey, revokeKey, service } from '../support/service/service.ts';
import { importRecords } from '../support/webhooks/webhooks.ts';
import { createDestination } from './airbyte/destination.ts';
import { createAirbyteSource } from './airbyte/source.ts';

/** More than the CDK waits by itself before a first retry. */
const RETRY_AFTER_SECONDS = 5;

const environment =
  service.admin === undefined
    ? { skipped: 'it creates an organization, as on a local service only' }
    : (tooSlow ?? (await pythonEnvironment('airbyte', 'connectors/airbyte/requirements.txt')));

describePython('the Airbyte connector', environment, ({ bin }) => {
  const source = createAirbyteSource(bin);
  afterAll(source.remove);

  const proxies: (() => Promise<void>)[] = [];
  const proxy = async () => {
    const started = await startApiProxy(service.baseUrl);
    proxies.push(started.stop);
    return started;
  };
  afterEach(async () => {
    for (const stop of proxies.splice(0)) await stop();
  });

  it('copies everything, retries after `Retry-After`, and then reads only changes and deletions', async () => {
    const { apiKey, collections, changes, erasedId, client } = await createCopiedOrganization();
    const api = await proxy();
    // As pasted, with white space and quotes around it.
    const config = { base_url: ` ${api.url}/v1/`, api_key: ` "${apiKey}"\n` };
    const streams = await source.discover(config);
    const destination = createDestination(streams);
    const sync = () =>
      source.read(config, streams, destination.state(), (message) => {
        destination.apply(message);
        return true;
      });

    const rejectedAt = new Map<string, number>();
    const waits = new Map<string, number>();
    api.intercept = (path) => {
      const [name = ''] = path.split('?');
      const first = rejectedAt.get(name);
      if (first === undefined) {
        rejectedAt.set(name, Date.now());
        const status = rejectedAt.size % 2 === 0 ? 429 : 503;
        const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
        return { status, headers, body: { status, title: 'Wait' } };
      }
      if (!waits.has(name)) waits.set(name, Date.now() - first);
      return smallPages(path);
    };
    await sync();
    expect(destination.problems).toEqual([]);
    expect(Math.min(...waits.values())).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS * 1_000);
    expect([...waits.keys()].toSorted()).toEqual([
      '/v1/call',
      '/v1/call-list',
      '/v1/call-list-entry',
      '/v1/company',
      '/v1/event',
      '/v1/field',
      '/v1/key',
      '/v1/person',
    ]);
    expect(destination.records()).toEqual(await collections());

    for (const change of changes) await change();
    api.requests.length = 0;
    await expectCompleteCopy(sync, destination.records, collections);
    expect(destination.problems).toEqual([]);
    expect(new Set(api.requests.map((path) => path.split('?')[0]))).toEqual(
      new Set(['/v1/event', '/v1/field', '/v1/key']),
    );
    expect(destination.records().has(`person ${erasedId}`)).toBe(false);
    const events: string[] = [];
    for await (const page of client.changes({ from: 'earliest', follow: false })) {
      events.push(...page.events.map(({ id }) => id));
    }
    expect([...destination.rowsOf('events').keys()]).toEqual(expect.arrayContaining(events));
  });

  it('equals the collections, even if each sync is killed while records change', async () => {
    const { apiKey, collections, changes } = await createCopiedOrganization();
    const api = await proxy();
    api.intercept = smallPages;
    const config = { base_url: api.url, api_key: apiKey };
    const streams = await source.discover(config);
    const destination = createDestination(streams);
    let kills = 0;
    for (const [index, change] of changes.entries()) {
      // At another message each time: in the middle of a stream, and right after a state.
      let left = 1 + index * 11;
      const sync = source.read(config, streams, destination.state(), (message) => {
        destination.apply(message);
        if (message.type !== 'RECORD' && message.type !== 'STATE') return true;
        left--;
        if (left === 0) kills++;
        return left > 0;
      });
      await change();
      await sync;
    }
    expect(kills).toBeGreaterThan(4);
    const resume = () =>
      source.read(config, streams, destination.state(), (message) => {
        destination.apply(message);
        return true;
      });
    await expectCompleteCopy(resume, destination.records, collections);
    expect(destination.problems).toEqual([]);
  });

  it('discovers the custom fields that imports have stored', async () => {
    const { organizationId, apiKey } = await createCopiedOrganization();
    const { key: peopleOnly } = await createKey(['person:list'], { organizationId });
    const people = [
      { customFields: { [`it's "großartig" 😀`]: 'x', mixed: 1 } },
      { customFields: { mixed: 'one' } },
    ].map((fields) => ({ id: randomUUID(), ...fields }));
    await importRecords(organizationId, { people });
    const columns = async (key: string, stream: string) => {
      const streams = await source.discover({ base_url: service.baseUrl, api_key: key });
      return streams.find(({ name }) => name === stream)?.json_schema;
    };
    expect(await columns(apiKey, 'companies')).toMatchObject({
      properties: {
        domain: {},
        customFields: {
          properties: {
            tier: { type: ['null', 'string'] },
            score: { type: ['null', 'number'] },
            isPartner: { type: ['null', 'boolean'] },
          },
        },
      },
    });
    expect(await columns(apiKey, 'people')).toMatchObject({
      properties: {
        customFields: {
          properties: {
            [`it's "großartig" 😀`]: { type: ['null', 'string'] },
            mixed: { type: ['null', 'string', 'number', 'boolean'] },
          },
        },
      },
    });
    expect(await columns(peopleOnly, 'companies')).toMatchObject({
      properties: { domain: {}, customFields: { type: ['null', 'object'], properties: {} } },
    });
  });

  it('runs the commands of the guide', async () => {
    const guide = readFileSync(join(ROOT, 'infra/docs/guides/airbyte.md'), 'utf8');
    const commands = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('');
    const folder = mkdtempSync(join(tmpdir(), 'airbyte-guide-'));
    // The environment already has what these install.
    const others = commands.replaceAll(/^(?:python3 -m venv|pip install) .*\n/gm, '');
    const { exitCode, stdout, stderr } = await runProgram('sh', ['-ec', `cd '${folder}'\n${others}`], {
      PATH: [bin, process.env['PATH']].join(delimiter),
      BASE_URL: service.baseUrl,
      API_KEY: service.first.key,
      CONSOLE_URL: `${service.admin?.url}/console`,
    });
    rmSync(folder, { recursive: true });
    expect(exitCode, stdout + stderr).toBe(0);
    expect(stdout).toContain('"status":"SUCCEEDED"');
    expect(stdout).toContain(service.first.data.people[0]?.id);
    const requirements = readFileSync(join(ROOT, 'connectors/airbyte/requirements.txt'), 'utf8');
    expect(requirements).toContain(/pip install --quiet (airbyte-cdk==\S+)/.exec(commands)?.[1]);
  });

  it('checks the key, and names the permissions that it lacks', async () => {
    const { key, id } = await createKey(['company:list']);
    const config = { base_url: service.baseUrl, api_key: key };
    expect(await source.check(config)).toEqual({ status: 'SUCCEEDED' });
    const streams = await source.discover(config);
    const destination = createDestination(streams);
    const people = streams.filter(({ name }) => name === 'people');
    await source.read(config, people, [], (message) => {
      destination.apply(message);
      return true;
    });
    expect(destination.problems.join()).toContain('The API key lacks the permissions person:list.');
    await revokeKey(id);
    expect(await source.check(config)).toEqual({
      status: 'FAILED',
      message: expect.stringContaining('The API key is invalid, expired or revoked.'),
    });
  });

  it('rereads a collection once the events since the last sync have expired', async () => {
    const config = { base_url: service.baseUrl, api_key: service.first.key };
    const streams = (await source.discover(config)).filter(({ name }) => name === 'people');
    const destination = createDestination(streams);
    const state = (value: string) =>
      [
        {
          type: 'STREAM',
          stream: { stream_descriptor: { name: 'people' }, stream_state: { _ab_cdc_updated_at: value } },
        },
      ] as const;
    const read = (value: string) =>
      source.read(config, streams, state(value), (message) => {
        destination.apply(message);
        return true;
      });
    await read('2026-01-01T00:00:00.000000Z');
    expect(destination.problems).toEqual([]);
    expect(destination.rowsOf('people').size).toBe(service.first.data.people.length);
  });
});

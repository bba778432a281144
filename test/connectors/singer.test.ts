import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { feedCursor } from '../../functions/http/event-cursor.ts';
import { KIND_NAMES } from '../../shared/kinds/names.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { startSingerTap, TAP_PATHS } from '../support/clients/singer-tap.ts';
import { createSingerTarget, kindOf } from '../support/clients/singer-target.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { type ApiProxy, smallPages, startApiProxy } from '../support/http/api-proxy.ts';
import {
  type CopiedRecords,
  createCopiedOrganization,
  expectCompleteCopy,
  waitForCollections,
} from '../support/records/copied-organization.ts';
import { runProgram } from '../support/service/command.ts';
import { service } from '../support/service/service.ts';

const environment = tooSlow ?? (await pythonEnvironment('singer', 'test/connectors/singer/requirements.txt'));
const SINGER = join(import.meta.dirname, 'singer');

interface SingerCatalog {
  readonly streams: readonly {
    readonly stream: string;
    readonly schema: { readonly properties: Readonly<Record<string, { readonly properties?: object }>> };
  }[];
}

type Organization = Awaited<ReturnType<typeof createCopiedOrganization>>;

describePython('the Singer tap', environment, ({ python, bin }) => {
  let organization: Organization;
  let proxy: ApiProxy;
  let folder: string;
  let kill: () => void = () => {};

  beforeEach(async () => {
    organization = await createCopiedOrganization();
    await waitForCollections(organization);
    proxy = await startApiProxy(service.baseUrl);
    folder = mkdtempSync(join(tmpdir(), 'singer-'));
    // White space around the key, as in a file that ends with a line break, is ignored.
    writeJson('config.json', { base_url: proxy.url, api_key: `${organization.apiKey}\n` });
    writeJson('target.json', {
      path: join(folder, 'copy.duckdb'),
      default_target_schema: 'sales',
      hard_delete: true,
    });
  });
  afterEach(async () => {
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const writeJson = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value));

  /** Runs the tap, and returns its complete messages. */
  const runTap = (state: unknown = {}) => {
    const running = startSingerTap(python, folder, state);
    kill = running.kill;
    return running.ended;
  };

  /** Runs the tap with the state of the target, and applies what it writes. */
  const sync = async (target: ReturnType<typeof createSingerTarget>) => {
    const result = await runTap(target.state());
    for (const message of result.messages) target.apply(message);
    return result;
  };

  const syncCompletely = async (target: ReturnType<typeof createSingerTarget>): Promise<void> => {
    const { exitCode, errors } = await sync(target);
    expect(exitCode, errors).toBe(0);
  };

  /** Kills the tap when it sends the given request of those to a path. */
  const killAt = (resource: string, number: number) => {
    let count = 0;
    proxy.intercept = (path) => {
      if (!path.startsWith(`/v1/${resource}?`)) return smallPages(path);
      count++;
      if (count < number) return smallPages(path);
      kill();
      return 'hang up';
    };
  };

  it('copies everything and every change, even if it is killed midway', async () => {
    const { changes, collections, erasedId, organizationId } = organization;
    const target = createSingerTarget();
    killAt('person', 2);
    expect((await sync(target)).exitCode).toBeNull();
    for (const change of changes.slice(0, 4)) await change();
    proxy.requests.length = 0;
    killAt('person', 2);
    expect((await sync(target)).exitCode).toBeNull();
    // The collections that were complete are not read again, and the other one continues.
    expect(proxy.requests.some((path) => path.startsWith('/v1/company'))).toBe(false);
    expect(proxy.requests.find((path) => path.startsWith('/v1/person'))).toContain('cursor=');
    killAt('event', 3);
    expect((await sync(target)).exitCode).toBeNull();
    for (const change of changes.slice(4)) await change();
    proxy.intercept = smallPages;
    await expectCompleteCopy(() => syncCompletely(target), target.copied, collections);
    expect(target.copied().has(`person ${erasedId}`)).toBe(false);

    const expired = feedCursor(organizationId, { chunk: 1_000_000, index: 0, epoch: 0 });
    const state = JSON.parse(
      JSON.stringify(target.state()).replaceAll(/(?<="feed_cursor":)"[^"]+"/g, `"${expired}"`),
    );
    target.apply({ type: 'STATE', value: state });
    const gone = { id: 'gone', _sdc_deleted_at: null };
    target.apply({ type: 'RECORD', stream: 'people', version: state.bookmarks.people.version, record: gone });
    await syncCompletely(target);
    expect(target.copied()).toEqual(await collections());
  });

  it('discovers the custom fields that imports have stored', async () => {
    writeJson('config.json', { base_url: proxy.url, api_key: organization.apiKey });
    const options = ['-m', 'tap_sales_data.tap', '--config', join(folder, 'config.json'), '--discover'];
    const { exitCode, stdout, stderr } = await runProgram(python, options, TAP_PATHS);
    expect(exitCode, stderr).toBe(0);
    const { streams } = JSON.parse(stdout) as SingerCatalog;
    const companies = streams.find(({ stream }) => stream === 'companies');
    expect(companies?.schema.properties['customFields']?.properties).toMatchObject({
      tier: { type: ['string', 'null'] },
      score: { type: ['number', 'null'] },
      isPartner: { type: ['boolean', 'null'] },
    });
  });

  it('reads new records once, however many pages they fill', async () => {
    proxy.intercept = smallPages;
    const { exitCode, errors } = await runTap();
    expect(exitCode, errors).toBe(0);
    const [events = [], collections = []] = [true, false].map((isEvent) =>
      proxy.requests.filter((path) => path.startsWith('/v1/event') === isEvent),
    );
    expect(collections.length).toBeLessThan(25);
    // How many changes the last minute has depends on the machine, but of them only the end is read again,
    // once for each stream.
    expect(events.length - new Set(events).size).toBeLessThanOrEqual(KIND_NAMES.length);
  });

  it("passes the SDK's own tests", async () => {
    const options = ['-q', '-p', 'no:cacheprovider', join(SINGER, 'tap_test.py')];
    const variables = { ...TAP_PATHS, BASE_URL: service.baseUrl, API_KEY: organization.apiKey };
    const { exitCode, stdout } = await runProgram(python, ['-m', 'pytest', ...options], variables);
    expect(exitCode, stdout).toBe(0);
    expect(stdout).toMatch(/^[1-9]\d+ passed/m);
  });

  describe('with a published target', () => {
    it('fills and updates a published target, which deletes rows', async () => {
      const { changes, collections } = organization;
      const programs = `'${python}' -m tap_sales_data.tap --config config.json --state state.json |
        '${join(bin, 'target-duckdb')}' --config target.json | tail -n 1 > next.json && mv next.json \
state.json`;
      writeJson('state.json', {});
      const run = async (): Promise<void> => {
        const command = `cd '${folder}'; ${programs}`;
        const { exitCode, stderr } = await runProgram('bash', ['-o', 'pipefail', '-ec', command], TAP_PATHS);
        expect(exitCode, stderr).toBe(0);
      };
      const copied = async (): Promise<CopiedRecords> => {
        const options = [join(SINGER, 'read_rows.py'), join(folder, 'copy.duckdb')];
        const { exitCode, stdout, stderr } = await runProgram(python, options, TAP_PATHS);
        expect(exitCode, stderr).toBe(0);
        const rows: Record<string, { id: string }[]> = JSON.parse(stdout);
        return new Map(
          Object.entries(rows).flatMap(([stream, records]) =>
            records.map((record) => [`${kindOf(stream)} ${record.id}`, record] as const),
          ),
        );
      };
      let rows: CopiedRecords = new Map();
      const update = async (): Promise<void> => {
        await run();
        rows = await copied();
      };
      await expectCompleteCopy(update, () => rows, collections);
      for (const change of changes) await change();
      await expectCompleteCopy(update, () => rows, collections);
    });
  });

  describe('when it is refused', () => {
    it('retries after `Retry-After`, but not if the daily quota is exhausted', async () => {
      const failures = [
        { status: 429, type: 'rate-limit-exceeded' },
        { status: 503, type: 'service-unavailable' },
      ];
      proxy.intercept = () => {
        const { status, type } = failures.shift() ?? {};
        if (status === undefined) return undefined;
        return { status, headers: { 'Retry-After': '1' }, body: { type: `urn:sales-data:problem:${type}` } };
      };
      const target = createSingerTarget();
      await syncCompletely(target);
      expect(failures).toEqual([]);
      expect(target.copied().size).toBeGreaterThan(0);

      proxy.requests.length = 0;
      proxy.intercept = () => ({
        status: 429,
        headers: { 'Retry-After': '3600' },
        body: { type: 'urn:sales-data:problem:quota-exceeded', detail: 'The daily quota is used up.' },
      });
      const { exitCode, errors } = await sync(target);
      expect(exitCode).toBe(1);
      expect(errors).toContain('responded with 429: The daily quota is used up.');
      expect(proxy.requests).toHaveLength(1);
    });

    it('does not show a malformed key', async () => {
      writeJson('config.json', { base_url: proxy.url, api_key: 'sd_live_a\nb' });
      const { exitCode, errors } = await runTap();
      expect(exitCode).toBe(1);
      expect(errors).toContain('api_key must have only letters, digits and _');
      expect(errors).not.toContain('sd_live_a');
    });
  });

  describe('when it is killed between any two messages', () => {
    it('loses nothing when killed between any two messages', async () => {
      const { changes, collections } = organization;
      proxy.intercept = smallPages;
      const { messages } = await runTap();
      for (const change of changes) await change();
      const complete = createSingerTarget();
      for (const message of messages) complete.apply(message);
      await expectCompleteCopy(() => syncCompletely(complete), complete.copied, collections);
      // Whatever a target has of the messages after a state, the tap repeats. Most differs right before the
      // next one.
      const ends = [...messages.keys()].filter((index) => messages[index + 1]?.type === 'STATE');
      expect(ends.length).toBeGreaterThan(20);
      proxy.intercept = () => undefined;
      const expected = await collections();
      for (const end of ends) {
        const target = createSingerTarget();
        for (const message of messages.slice(0, end + 1)) target.apply(message);
        await syncCompletely(target);
        expect(target.copied()).toEqual(expected);
      }
    });
  });
});

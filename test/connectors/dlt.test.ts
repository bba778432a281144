import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedCursor } from '../../functions/http/event-cursor.ts';
import { createDltPipeline, flattened } from '../support/clients/dlt-pipeline.ts';
import { describePython, pythonEnvironment } from '../support/clients/python-environment.ts';
import { tooSlow } from '../support/clients/slow-connectors.ts';
import { type ApiProxy, smallPages, startApiProxy, withCursor } from '../support/http/api-proxy.ts';
import {
  type CopiedRecords,
  createCopiedOrganization,
  expectCompleteCopy,
  waitForCollections,
} from '../support/records/copied-organization.ts';
import { runToolHere } from '../support/service/command-here.ts';
import { createKey, service } from '../support/service/service.ts';
import { importRecords } from '../support/webhooks/webhooks.ts';

const environment = tooSlow ?? (await pythonEnvironment('dlt', 'test/connectors/dlt/requirements.txt'));

type Organization = Awaited<ReturnType<typeof createCopiedOrganization>>;

/** The files in a folder that contain records. */
const filesOfRecords = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /people|companies|call/.test(file));

describePython('the dlt source', environment, ({ python }) => {
  let organization: Organization;
  let proxy: ApiProxy;
  let pipeline: ReturnType<typeof createDltPipeline>;

  beforeEach(async () => {
    organization = await createCopiedOrganization();
    await waitForCollections(organization);
    proxy = await startApiProxy(service.baseUrl);
    pipeline = createDltPipeline(python, proxy.url, organization);
  });
  afterEach(async () => {
    await pipeline.stop();
    await proxy.stop();
    rmSync(pipeline.folder, { recursive: true, force: true });
  });

  const collections = async (): Promise<CopiedRecords> => flattened(await organization.collections());

  it('copies everything and every change, even if it is killed at every step', async () => {
    const { changes, erasedId } = organization;
    // In the middle of the collections: the next run reads them again.
    proxy.intercept = (path) => {
      if (!path.startsWith('/v1/person') || !path.includes('cursor=')) return smallPages(path);
      pipeline.kill();
      return 'hang up';
    };
    await pipeline.runUntilKilled();
    proxy.intercept = smallPages;
    await pipeline.runUntilKilled({ DIE_BEFORE: 'normalize' });
    for (const change of changes.slice(0, 3)) await change();
    await pipeline.runUntilKilled({ DIE_BEFORE: 'load' });
    await pipeline.runUntilKilled({ DIE_BEFORE: 'complete' });
    for (const change of changes.slice(3)) await change();
    proxy.requests.length = 0;
    await expectCompleteCopy(pipeline.run, pipeline.copied, collections);
    expect(pipeline.copied().has(`person ${erasedId}`)).toBe(false);
    // The killed runs were not repeated.
    expect(new Set(proxy.requests.map((path) => path.split('?')[0]))).toEqual(
      new Set(['/v1/event', '/v1/field']),
    );
  });

  it('rereads everything after the cursor expired, and deletes missing records', async () => {
    const { changes, organizationId, erasedId } = organization;
    await expectCompleteCopy(pipeline.run, pipeline.copied, collections);
    expect(pipeline.copied().has(`person ${erasedId}`)).toBe(true);
    for (const change of changes) await change();
    const expired = feedCursor(organizationId, { chunk: 1_000_000, index: 0, epoch: 0 });
    proxy.intercept = (path) => (path.includes('/v1/event') ? withCursor(path, expired) : undefined);
    await expectCompleteCopy(pipeline.run, pipeline.copied, collections);
    expect(pipeline.copied().has(`person ${erasedId}`)).toBe(false);
    expect(pipeline.errors()).toContain('Events since the last run are no longer kept. Reading all people.');
    // They would contain the erased person.
    expect(filesOfRecords(join(pipeline.folder, 'pipelines'))).toEqual([]);

    proxy.intercept = () => undefined;
    proxy.requests.length = 0;
    await pipeline.run();
    // Events of each table, and fields of those with custom fields.
    expect(proxy.requests.map((path) => path.split('?')[0]).toSorted()).toEqual([
      ...Array(5).fill('/v1/event'),
      ...Array(3).fill('/v1/field'),
    ]);
  });

  it('reads new records once, however many pages they fill', async () => {
    proxy.intercept = smallPages;
    await pipeline.run();
    expect(pipeline.copied().size).toBeGreaterThan(0);
    expect(proxy.requests.length).toBeLessThan(70);
  });

  it('creates a column for each custom field, even if it is listed after its first rows', async () => {
    const { organizationId, client } = organization;
    const store = async (customFields: object): Promise<string> => {
      const id = randomUUID();
      await importRecords(organizationId, { people: [{ id, firstName: 'Custom', customFields }] });
      return id;
    };
    const first = await store({ tier: 'gold', score: 7.5, isPartner: true });
    // "Tier" would have the column of `tier`.
    const second = await store({ Tier: 'silver', score: 'many', late: 'found' });
    const ids = [first, second].map((id) => `person ${id}`);
    await vi.waitFor(async () => {
      const page = await client.people({ id: [first, second] }).next();
      expect(page.value).toBeDefined();
    });
    const fields = await client.fields('person');
    const unlisted = { items: fields.filter(({ path }) => path !== 'customFields.late') };
    proxy.intercept = (path) =>
      path.startsWith('/v1/field?resource=person') ? { status: 200, headers: {}, body: unlisted } : undefined;
    await expectCompleteCopy(pipeline.run, pipeline.copied, collections);
    const custom = () => ids.map((id) => pipeline.custom().get(id));
    const columns = { tier: null, score: null, score__v_text: null, is_partner: null };
    expect(custom()).toEqual([
      { ...columns, tier: 'gold', score: 7.5, is_partner: true },
      { ...columns, score__v_text: 'many' },
    ]);
    proxy.intercept = () => undefined;
    await expectCompleteCopy(pipeline.run, pipeline.copied, collections);
    expect(custom()[1]).toEqual({ ...columns, score__v_text: 'many', late: 'found' });
    expect(pipeline.errors()).toContain("the custom field 'Tier' is in custom_fields alone");
  });

  it('skips what the key may not list, and fails if it had loaded it before', async () => {
    const permissions = [
      'company:list',
      'person:list',
      'person.contact:read',
      'call-list:read',
      'event:read',
    ];
    const { key, id } = await createKey(permissions, organization);
    const asKey = { SOURCES__SALES_DATA__API_KEY: key };
    const others = async () =>
      new Map([...(await collections())].filter(([record]) => !record.startsWith('call ')));
    await expectCompleteCopy(() => pipeline.run(asKey), pipeline.copied, others);
    expect(pipeline.errors()).toContain('calls is skipped: the API key lacks the permission call:read.');

    const grant = async (...granted: string[]) => {
      const all = ['--permissions', [...permissions, ...granted].join(',')];
      const options = ['--organization', organization.organizationId, ...all, ...service.toolArguments];
      await runToolHere('keys', ['update', id, ...options], service.toolEnvironment);
    };
    await grant('call:read');
    await expectCompleteCopy(() => pipeline.run(asKey), pipeline.copied, collections);
    await grant();
    await expect(pipeline.run(asKey)).rejects.toThrow('call:read');
  });

  describe('when it is refused', () => {
    it('retries after `Retry-After`, but not if the daily quota is exhausted', async () => {
      const responses = [
        { status: 429, type: 'rate-limit-exceeded' },
        { status: 503, type: 'service-unavailable' },
      ];
      const failures = [...responses];
      proxy.intercept = () => {
        const { status, type } = failures.shift() ?? {};
        if (status === undefined) return undefined;
        return { status, headers: { 'Retry-After': '1' }, body: { type: `urn:sales-data:problem:${type}` } };
      };
      await pipeline.run();
      expect(failures).toEqual([]);
      expect(pipeline.copied().size).toBeGreaterThan(0);

      proxy.requests.length = 0;
      proxy.intercept = () => ({
        status: 429,
        headers: { 'Retry-After': '3600' },
        body: { type: 'urn:sales-data:problem:quota-exceeded', detail: 'The daily quota is used up.' },
      });
      await expect(pipeline.run()).rejects.toThrow('responded with 429: The daily quota is used up.');
      expect(proxy.requests).toHaveLength(1);
    });

    it('replaces no table if events expire between two pages', async () => {
      await expectCompleteCopy(pipeline.run, pipeline.copied, collections);
      for (const change of organization.changes) await change();
      let pages = 0;
      proxy.intercept = (path) => {
        if (!path.startsWith('/v1/event?types=person')) return smallPages(path);
        pages++;
        const body = { type: 'urn:sales-data:problem:cursor-expired', detail: 'The events are gone.' };
        return pages === 1 ? smallPages(path) : { status: 410, headers: {}, body };
      };
      await expect(pipeline.run()).rejects.toThrow('responded with 410: The events are gone.');
      expect(pages).toBe(2);
    });

    it('does not show a malformed key', async () => {
      await expect(pipeline.run({ SOURCES__SALES_DATA__API_KEY: 'sd_live_a\nb' })).rejects.toThrow(
        'api_key must have only letters, digits and _',
      );
      expect(pipeline.errors()).not.toContain('sd_live_a');
    });
  });
});

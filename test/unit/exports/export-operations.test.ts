import { describe, expect, it } from 'vitest';
import { CREATE_EXPORT, createCreateExport } from '../../../functions/exports/create-export/handler.ts';
import { viewOfExport } from '../../../functions/exports/export-view.ts';
import { createGetExport } from '../../../functions/exports/get-export/handler.ts';
import { createListExports } from '../../../functions/exports/list-exports/handler.ts';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { collectionEventCursor, firstRead } from '../../../functions/http/event-cursor.ts';
import { readBody } from '../../../functions/http/json-body.ts';
import { MAX_QUEUED_EXPORTS } from '../../../shared/contract/exports/export-limits.ts';
import { PERMISSIONS, type Permission } from '../../../shared/contract/keys/permissions.ts';
import type { Export } from '../../../shared/exports/export.ts';
import { EXPORTS, readExport } from '../../../shared/exports/export-repository.ts';
import { createOperations, newExport } from '../../../shared/exports/new-export.ts';
import { revokeKey } from '../../../shared/keys/revoke-key.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { ACTOR, createKeyFixture } from '../../support/keys/key-fixture.ts';

const engine = useEngine();

const bucket = {
  downloadUrl: (key: string, name: string) => ({
    url: `https://files/${key}?${name}`,
    expiresAt: new Date(0),
  }),
};

const KEY = {
  name: 'A key',
  plan: 'standard',
  createdAt: '',
  expiresAt: null,
  allowedAddresses: null,
  importSource: null,
};

const ofPeople = {
  resource: 'person',
  format: 'csv',
  fields: null,
  changedSince: null,
  callListId: null,
  includesContactDetails: true,
} as const;

const prepare = async (permissions: readonly Permission[] = PERMISSIONS) => {
  const keys = createKeyFixture(engine);
  const { organizationId, store } = keys;
  const keyId = (await keys.make({ permissions: [...permissions] })).apiKey.id;
  const { table } = engine;
  const sent: unknown[] = [];
  const messages = { send: async (message: object) => void sent.push(message) };
  const dependencies = { table, bucket, messages, reader: table.reader };
  const create = dataFunction(CREATE_EXPORT, createCreateExport(dependencies), readBody);
  const list = dataFunction(ROUTES.listExports, createListExports(dependencies));
  const get = dataFunction(ROUTES.getExport, createGetExport(dependencies));
  const answer = async (answering: ReturnType<typeof create>) => {
    const { statusCode, body } = await answering;
    return { status: statusCode, body: JSON.parse(body) };
  };
  const eventOf = (resource: string, held: readonly Permission[], query = {}, id?: string) => {
    const request = { organizationId, resource, permissions: held.join(), query, key: KEY };
    const event = proxyEvent(id === undefined ? request : { ...request, id });
    return {
      ...event,
      requestContext: { ...event.requestContext, authorizer: { ...event.requestContext.authorizer, keyId } },
    };
  };
  return {
    organizationId,
    sent,
    revoke: () => revokeKey(store, { organizationId }, keyId, ACTOR),
    store: async (changes: Partial<Export> = {}): Promise<Export> => {
      const created = newExport(organizationId, { ...ofPeople, ...changes }, ACTOR, new Date());
      await table.writer.transact([...createOperations(created)]);
      return (await EXPORTS.change(table, created, changes)) ?? created;
    },
    stored: async () => (await engine.itemsOf(`EXPORTS#${organizationId}`)).length,
    create: (body: object) =>
      answer(
        create(
          {
            ...eventOf('/v1/export', permissions),
            httpMethod: 'POST',
            multiValueHeaders: { 'Content-Type': ['application/json'] },
            body: JSON.stringify(body),
          },
          lambdaContext(),
        ),
      ),
    list: (query: Readonly<Record<string, string>>, held = permissions) =>
      answer(list(eventOf('/v1/export', held, query), lambdaContext())),
    get: (id: string, held = permissions) =>
      answer(get(eventOf('/v1/export/{id}', held, {}, id), lambdaContext())),
  };
};

describe('POST /v1/export', () => {
  it('queues an export and sends its message', async () => {
    const { create, sent, organizationId } = await prepare();
    const { status, body } = await create({ resource: 'person', format: 'csv' });
    expect([status, body.state, body.eventCursor]).toEqual([202, 'queued', null]);
    expect(sent).toEqual([{ organizationId, exportId: body.id }]);
  });

  it('queues nothing for a key that was revoked after it was authorized', async () => {
    const { create, revoke, stored, sent } = await prepare();
    await revoke();
    expect((await create({ resource: 'person', format: 'csv' })).status).toBe(409);
    expect([await stored(), sent]).toEqual([0, []]);
  });

  it('rejects one more than the limit of queued exports', async () => {
    const { create } = await prepare();
    for (let count = 0; count < MAX_QUEUED_EXPORTS; count++) {
      expect((await create({ resource: 'company', format: 'csv' })).status).toBe(202);
    }
    const { status, body } = await create({ resource: 'company', format: 'csv' });
    expect([status, body.detail]).toEqual([409, expect.stringContaining(`${MAX_QUEUED_EXPORTS} exports`)]);
  });

  it.each([
    [{ resource: 'company' }, ['company:list']],
    [{ resource: 'person', fields: ['emails.address'] }, ['person.contact:read']],
    [{ resource: 'person', fields: ['lastName'] }, undefined],
  ])('requires the permissions for %j', async (selection, missing) => {
    const { create, get } = await prepare(['export:create', 'person:list']);
    const { status, body } = await create({ format: 'csv', ...selection });
    expect([status, body.missingPermissions]).toEqual([missing === undefined ? 202 : 403, missing]);
    if (missing === undefined) expect((await get(body.id)).body.fields).toEqual(['lastName']);
  });

  it.each([
    ['without', false],
    ['with', true],
  ])('exports contact details %s the permission: %s', async (_, includes) => {
    const held: Permission[] = ['export:create', 'person:list'];
    if (includes) held.push('person.contact:read');
    const { create, organizationId } = await prepare(held);
    const { body } = await create({ resource: 'person', format: 'csv' });
    const stored = await readExport(engine.table.reader, organizationId, body.id);
    expect(stored?.includesContactDetails).toBe(includes);
  });

  it.each([
    [{ resource: 'person', callListId: '3b5ce5ab-ac59-4ba4-b33f-f9b9a4e1b5c7' }, 'callListId'],
    [{ resource: 'call-list-entry', callListId: '3b5ce5ab-ac59-4ba4-b33f-f9b9a4e1b5c7' }, 'callListId'],
    [{ resource: 'person', fields: ['nope'] }, 'fields'],
  ])('rejects %j', async (selection, parameter) => {
    const { create, stored } = await prepare();
    const { status, body } = await create({ format: 'csv', ...selection });
    expect([status, body.errors[0].parameter, await stored()]).toEqual([400, parameter, 0]);
  });
});

describe('GET /v1/export', () => {
  it('hides exports that the key could not have made, also by id', async () => {
    const { store, list, get } = await prepare();
    const whole = await store();
    const reduced = await store({ includesContactDetails: false });
    const ofCompanies = await store({ resource: 'company', includesContactDetails: false });
    const idsFor = async (...held: Permission[]) =>
      (await list({}, held)).body.items.map(({ id }: Export) => id).sort();
    expect(await idsFor('export:create', 'person:list')).toEqual([reduced.id]);
    expect(await idsFor('export:create', 'person:list', 'person.contact:read')).toEqual(
      [whole.id, reduced.id].sort(),
    );
    expect(await idsFor('export:create', 'company:list')).toEqual([ofCompanies.id]);
    expect((await get(whole.id, ['export:create', 'person:list'])).status).toBe(404);
    expect((await get(reduced.id, ['export:create', 'person:list'])).status).toBe(200);
  });

  it('continues behind a page of hidden exports', async () => {
    const { store, list } = await prepare();
    const shown = await store({ resource: 'company', includesContactDetails: false });
    for (let count = 0; count < 3; count++) await store();
    const ids: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const query = { limit: '1', ...(cursor !== undefined && { cursor }) };
      const { body } = await list(query, ['export:create', 'company:list']);
      ids.push(...body.items.map(({ id }: Export) => id));
      cursor = body.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect([ids, pages]).toEqual([[shown.id], 4]);
  });
});

describe('the view of an export', () => {
  const NOW = new Date('2026-03-01T12:00:00.000Z');
  const completed: Export = {
    ...newExport('organization', ofPeople, ACTOR, NOW),
    state: 'completed',
    startedAt: '2026-03-01T10:00:00.000Z',
    completedAt: '2026-03-01T11:00:00.000Z',
    expiresAt: '2026-03-08T11:00:00.000Z',
    files: [{ key: 'a', idsKey: 'b', bytes: 3, sha256: 'c', recordCount: 2 }],
  };

  it('continues in the feed as a collection that was read when the export started', () => {
    const { eventCursor } = viewOfExport(bucket, completed, NOW);
    expect(eventCursor).toBe(collectionEventCursor('organization', firstRead('2026-03-01T10:00:00.000Z')));
  });

  it('shows files only while they are kept', () => {
    const expiresAt = new Date(completed.expiresAt ?? '');
    const before = viewOfExport(bucket, completed, new Date(expiresAt.getTime() - 1));
    expect(before).toMatchObject({ state: 'completed', recordCount: 2, files: [{ recordCount: 2 }] });
    expect(before.files[0]?.url).toContain('https://files/a');
    expect(viewOfExport(bucket, completed, expiresAt)).toMatchObject({
      state: 'expired',
      files: [],
      eventCursor: null,
    });
  });

  it('hides the files that a running export has written so far', () => {
    const running = viewOfExport(bucket, { ...completed, state: 'running' }, NOW);
    expect(running).toMatchObject({ state: 'running', files: [], eventCursor: null, recordCount: 2 });
  });
});

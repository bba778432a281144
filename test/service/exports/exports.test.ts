import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import type { ResponseBody } from '../../../shared/contract/response-bodies.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { eventually } from '../../support/eventually.ts';
import { recordsOfFile, sha256Of } from '../../support/exports/exported-files.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { openImportBucket } from '../../support/imports/dropped-files.ts';
import {
  admin,
  bodyOf,
  describeAdmin,
  newOrganization,
  newOrganizationWithAdmin,
} from '../../support/organizations/admin.ts';
import { sampleData } from '../../support/records/sample-data.ts';
import { type Call, type CreatedKey, call as callApi, createKey } from '../../support/service/service.ts';
import { importRecords } from '../../support/webhooks/webhooks.ts';

type ExportDocument = ResponseBody<'Export'>;

/** Its exports wait for no other test's, and no other test changes its records. */
let organizationId = '';
let own: CreatedKey;
beforeAll(async () => {
  ({ organizationId } = await newOrganizationWithAdmin());
  const { people, companies, callLists } = sampleData('Exported');
  await importRecords(organizationId, { people, companies, 'call-lists': callLists }, ['--silent']);
  own = await createKey(PERMISSIONS, { organizationId });
});

const call = (path: string, options: Call = {}) => callApi(path, { key: own.key, ...options });

const post = (body: object, { headers, ...options }: Call = {}) =>
  call('/v1/export', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...options,
  });

const isOver = ({ state }: ExportDocument): boolean => state !== 'queued' && state !== 'running';

/** Waits for the end of an export. */
const ended = (id: string, key = own.key): Promise<ExportDocument> =>
  eventually(async () => {
    const shown = (await call(`/v1/export/${id}`, { key })).json as ExportDocument;
    return isOver(shown) ? shown : undefined;
  });

const contentsOf = (files: ExportDocument['files']): Promise<readonly Uint8Array[]> =>
  Promise.all(files.map(async ({ url }) => new Uint8Array(await (await fetch(url)).arrayBuffer())));

const byId = (records: readonly { readonly id?: unknown }[]) =>
  records.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));

/** Each takes seconds: not every resource in every format. */
const EXPORTS = [
  ['person', 'jsonl', '/v1/person'],
  ['person', 'csv', '/v1/person'],
  ['person', 'parquet', '/v1/person'],
  ['company', 'csv', '/v1/company'],
  ['call-list-entry', 'parquet', '/v1/call-list-entry'],
] as const;

describe('an export', () => {
  it.each(EXPORTS)('exports every %s as %s', async (resource, format, path) => {
    const created = await post({ resource, format });
    expect(created.status).toBe(202);
    const { id } = created.json as ExportDocument;
    expect(created.headers['location']).toBe(`/v1/export/${id}`);
    const done = await ended(id);
    expect(done).toMatchObject({ state: 'completed', problem: null, resource, format });
    const contents = await contentsOf(done.files);
    expect(contents.map((each) => [each.length, sha256Of(each)])).toEqual(
      done.files.map(({ bytes, sha256 }) => [bytes, sha256]),
    );
    const records = (await Promise.all(contents.map((each) => recordsOfFile(format, each)))).flat();
    const { json } = await call(`${path}?limit=500`);
    const { items, totalCount } = json as { items: { id: string }[]; totalCount: number };
    expect(byId(records)).toEqual(byId(items));
    expect([done.recordCount, done.totalCount]).toEqual([totalCount, totalCount]);
    const events = await call(`/v1/event?limit=1&cursor=${done.eventCursor}`);
    expect(events.status).toBe(200);
  });

  it('exports the selected fields of the records changed since a time', async () => {
    const fields = ['lastName', 'emails.address'];
    const created = await post({
      resource: 'person',
      format: 'jsonl',
      fields,
      changedSince: '2020-01-01T00:00:00Z',
    });
    const { files } = await ended((created.json as ExportDocument).id);
    const [content = new Uint8Array()] = await contentsOf(files);
    const [first] = await recordsOfFile('jsonl', content);
    expect(Object.keys(first ?? {})).toEqual(['id', 'lastName', 'emails']);
    const later = await post({ resource: 'person', format: 'csv', changedSince: '2099-01-01T00:00:00Z' });
    expect(await ended((later.json as ExportDocument).id)).toMatchObject({
      state: 'completed',
      recordCount: 0,
      totalCount: 0,
      files: [{ recordCount: 0 }],
    });
  });

  it('hides contact details from keys without permission, and the export from other keys', async () => {
    const { key } = await createKey(['export:create', 'person:list'], { organizationId });
    const { key: ofCompanies } = await createKey(['export:create', 'company:list'], { organizationId });
    const whole = (await post({ resource: 'person', format: 'jsonl' })).json as ExportDocument;
    const reduced = (await post({ resource: 'person', format: 'jsonl' }, { key })).json as ExportDocument;
    const { files } = await ended(reduced.id, key);
    const [content = new Uint8Array()] = await contentsOf(files);
    for (const record of await recordsOfFile('jsonl', content)) {
      expect(record).toMatchObject({ emails: [], phones: [] });
    }
    expect((await call(`/v1/export/${whole.id}`, { key })).status).toBe(404);
    expect((await call(`/v1/export/${reduced.id}`, { key: ofCompanies })).status).toBe(404);
    const { json } = await call('/v1/export', { key });
    const shown = (json as { items: ExportDocument[] }).items.map(({ id }) => id);
    expect(shown).toContain(reduced.id);
    expect(shown).not.toContain(whole.id);
    const refused = await post({ resource: 'company', format: 'csv' }, { key });
    expect(expectProblem(refused, 403, 'forbidden').missingPermissions).toEqual(['company:list']);
    const field = await post({ resource: 'person', format: 'csv', fields: ['emails.address'] }, { key });
    expect(expectProblem(field, 403, 'forbidden').missingPermissions).toEqual(['person.contact:read']);
  });

  it.each([
    [{ resource: 'people', format: 'csv' }, 'resource'],
    [{ resource: 'person', format: 'xlsx' }, 'format'],
    [{ resource: 'person', format: 'csv', fields: [] }, 'fields'],
    [{ resource: 'person', format: 'csv', fields: ['nope'] }, 'fields'],
    [{ resource: 'person', format: 'csv', changedSince: 'yesterday' }, 'changedSince'],
    [{ resource: 'person', format: 'csv', callListId: randomUUID() }, 'callListId'],
    [{ resource: 'call-list-entry', format: 'csv', callListId: randomUUID() }, 'callListId'],
  ])('rejects %j', async (body, parameter) => {
    const { status, json } = await post(body);
    expect(status).toBe(400);
    expect((json as { errors: { parameter: string }[] }).errors.map((each) => each.parameter)).toEqual([
      parameter,
    ]);
  });
});

describe('an Idempotency-Key', () => {
  it('returns the same export for a repeated Idempotency-Key, and rejects it with another body', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { resource: 'company', format: 'csv' };
    const first = await post(body, { headers });
    // The form of draft-ietf-httpapi-idempotency-key-header.
    const quoted = { 'Idempotency-Key': `"${headers['Idempotency-Key']}"` };
    const repetitions = [headers, quoted, headers, quoted];
    const [second, ...others] = await Promise.all(repetitions.map((each) => post(body, { headers: each })));
    for (const repeated of [second, ...others]) {
      expect([repeated?.status, repeated?.json]).toEqual([202, first.json]);
      expect(repeated?.headers['location']).toBe(first.headers['location']);
    }
    const other = await post({ ...body, format: 'jsonl' }, { headers });
    expectProblem(other, 422, 'idempotency-mismatch');
    const { key } = await createKey(['export:create', 'company:list'], { organizationId });
    const ofAnotherKey = await post(body, { headers, key });
    expect((ofAnotherKey.json as ExportDocument).id).not.toBe((first.json as ExportDocument).id);
    await ended((first.json as ExportDocument).id);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(256)])('rejects the Idempotency-Key %j', async (value) => {
    const { status, json } = await post(
      { resource: 'company', format: 'csv' },
      { headers: { 'Idempotency-Key': value } },
    );
    expect(status).toBe(400);
    expect((json as { errors: { parameter: string }[] }).errors[0]?.parameter).toBe('Idempotency-Key');
  });
});

describeAdmin('an admin', () => {
  it('shows an admin the exports of keys, and deletes their files when a person is erased', async () => {
    const { admin: as, member, organizationId } = await newOrganization();
    const bucket = await openImportBucket();
    const file = `imports/${organizationId}/people/crm/people.csv`;
    await bucket.put(file, 'id,First Name\n1,Ann');
    expect(await bucket.report(file)).toMatchObject({ status: 'completed' });
    const { key } = await createKey(['export:create', 'company:list'], { organizationId });
    const ofKey = (await post({ resource: 'company', format: 'jsonl' }, { key })).json as ExportDocument;
    const body = { resource: 'person', format: 'csv' };
    const { id } = bodyOf<ExportDocument>(await admin('/exports', { as, method: 'POST', body }), 202);
    const list = async () => bodyOf<{ items: ExportDocument[] }>(await admin('/exports', { as })).items;
    await expect.poll(async () => (await list()).every(isOver)).toBe(true);
    const [ofAdmin, ...others] = await list();
    expect(others.map((each) => each.id)).toEqual([ofKey.id]);
    expect(ofAdmin).toMatchObject({ id, state: 'completed', recordCount: 1 });
    const url = ofAdmin?.files[0]?.url ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect((await admin('/exports', { as: member })).status).toBe(403);
    expect((await admin('/exports', { as: member, method: 'POST', body })).status).toBe(403);

    const person = createIdMaker(organizationId)('person', 'crm', '1');
    const erased = await admin(`/people/${person}/erase`, { as, method: 'POST' });
    expect(bodyOf<{ exports: number }>(erased).exports).toBe(1);
    const [shown, untouched] = await list();
    expect(shown).toMatchObject({
      id,
      state: 'expired',
      files: [],
      problem: expect.stringContaining('erased'),
    });
    expect(untouched).toMatchObject({ state: 'completed' });
    expect((await fetch(url)).status).toBe(404);
    await bucket.close();
  });

  it('deletes the exports of a key with its revocation, if asked to', async () => {
    const { admin: as, organizationId } = await newOrganizationWithAdmin();
    const { id: keyId, key } = await createKey(['export:create', 'company:list'], { organizationId });
    const { id } = (await post({ resource: 'company', format: 'jsonl' }, { key })).json as ExportDocument;
    const url = (await ended(id, key)).files[0]?.url ?? '';
    bodyOf(await admin(`/api-keys/${keyId}`, { as, method: 'DELETE' }));
    expect((await fetch(url)).status).toBe(200);
    bodyOf(await admin(`/api-keys/${keyId}?withExports=true`, { as, method: 'DELETE' }));
    expect((await fetch(url)).status).toBe(404);
    const { items } = bodyOf<{ items: ExportDocument[] }>(await admin('/exports', { as }));
    expect(items).toMatchObject([{ id, state: 'expired', files: [] }]);
  });
});

import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminOperation } from '../../../functions/http/admin-api.ts';
import { createOperations } from '../../../functions/imports/manage-imports/handler.ts';
import { DEFAULT_SETTINGS } from '../../../shared/contract/imports/import-limits.ts';
import type { Role } from '../../../shared/contract/organizations/users.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import type { Import } from '../../../shared/imports/import.ts';
import {
  IMPORTS,
  type ImportMessage,
  insertImport,
  readImport,
} from '../../../shared/imports/import-repository.ts';
import { rejectPartKey } from '../../../shared/imports/object-keys.ts';
import { createImportFence, orderOf } from '../../../shared/imports/source-state.ts';
import { readJobQueue } from '../../../shared/jobs/job-queue.ts';
import type { AdminOperationKey, AdminResult } from '../../../shared/operations/admin-api/calls.ts';
import type { Table } from '../../../shared/table/table.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { createFakeImportBucket } from '../../support/imports/fake-import-bucket.ts';
import { someImport } from '../../support/imports/new-import.ts';
import { ACTOR, at } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
let table: Table;
let operations: readonly AdminOperation[];
const bucket = createFakeImportBucket();
const messages: ImportMessage[] = [];

beforeAll(async () => {
  engine = await startTestEngine();
  table = engine.table;
  operations = createOperations({
    table,
    bucket,
    messages: { send: async (message) => void messages.push(message) },
  });
});
afterAll(() => engine.stop());

interface Call {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly role?: Role;
}

/** Calls an operation as a user of an organization; a problem is thrown. */
const call = async <O extends AdminOperationKey>(
  organizationId: string,
  operation: O,
  { id, query = {}, body, role = 'admin' }: Call = {},
): Promise<AdminResult<O>> => {
  const found = operations.find(({ route }) => `${route.method} ${route.path}` === operation);
  if (found === undefined) throw new Error(`${operation} is not an operation.`);
  const event = {
    ...proxyEvent({ organizationId, resource: found.route.path, query, ...(id === undefined ? {} : { id }) }),
    multiValueHeaders: { 'Content-Type': ['application/json'] },
    body: body === undefined ? null : JSON.stringify(body),
  };
  const { body: answer } = await found.run(event, { organizationId, actor: ACTOR, role });
  return answer as AdminResult<O>;
};

const problemOf = async (running: Promise<unknown>) => {
  const error: unknown = await running.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ProblemError))
    throw new Error('It succeeded, or failed otherwise.', { cause: error });
  return { problem: error.problem, detail: error.message, errors: error.extensions.errors ?? [] };
};

const FILE = { kind: 'people', source: 'crm', fileName: 'people.csv', contentType: 'text/csv' } as const;
const CSV = 'Id,First Name,Last Name,Hotline\n1,Nora,Nowhere,+12025550143\n2,Ned,Nobody,+12025550144\n';

const create = (organizationId: string, changes: object = {}) =>
  call(organizationId, 'POST /imports', { body: { ...FILE, size: CSV.length, ...changes } });

/** A new import whose file is in the bucket. */
const upload = async (organizationId: string, content: string | Uint8Array = CSV, changes: object = {}) => {
  const created = await create(organizationId, { size: content.length, ...changes });
  bucket.put(created.objectKey, content);
  return created;
};

/** An import that ended, whose file is in the bucket. */
const finished = async (organizationId: string, changes: Partial<Import> = {}): Promise<Import> => {
  const stored = someImport(organizationId);
  bucket.put(stored.objectKey, CSV);
  await insertImport(table, stored);
  const { etag } = (await bucket.find(stored.objectKey)) ?? { etag: '' };
  const end = { status: 'completed', etag, startedAt: at(0), finishedAt: at(0), ...changes } as const;
  const changed = await IMPORTS.change(table, stored, end);
  if (changed === undefined) throw new Error('The import was modified.');
  return changed;
};

/** What the audit log says about an import or the organization, oldest first. */
const auditOf = async (organizationId: string, targetId: string) =>
  (await engine.itemsOf(`AUDIT_LOG#${organizationId}`))
    .filter((item) => item['targetId'] === targetId)
    .map(({ action, details, actor }) => ({ action, details, actor }));

describe('a new import', () => {
  it('awaits the upload of its file, with an audit log entry', async () => {
    const organizationId = randomUUID();
    const { uploadUrl, uploadExpiresAt, ...created } = await create(organizationId);
    const { contentType: _, ...shown } = FILE;
    expect(created).toMatchObject({ ...shown, size: CSV.length, status: 'awaiting_upload', counts: null });
    expect(created.objectKey).toBe(`uploads/${organizationId}/${created.id}/people.csv`);
    expect(uploadUrl).toBe(`https://bucket.example/${created.objectKey}?put=${CSV.length}&type=text%2Fcsv`);
    expect(Date.parse(uploadExpiresAt)).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await call(organizationId, 'GET /imports/{id}', { id: created.id })).toEqual(created);
    expect(await auditOf(organizationId, created.id)).toEqual([
      {
        action: 'import.created',
        actor: ACTOR,
        details: { kind: 'people', source: 'crm', fileName: 'people.csv', size: CSV.length },
      },
    ]);
  });

  it.each<[string, object, string]>([
    ['an unknown kind', { kind: 'deals' }, 'kind'],
    ['a blank source', { source: ' ' }, 'source'],
    ['a path as its file name', { fileName: 'a/b.csv' }, 'fileName'],
    ['the name of the folder above', { fileName: '..' }, 'fileName'],
    ['more than 5 GB', { size: 5 * 1024 ** 3 + 1 }, 'size'],
    ['no bytes', { size: 0 }, 'size'],
    ['another type', { contentType: 'text/html' }, 'contentType'],
  ])('rejects %s', async (_, changes, parameter) => {
    const { problem, errors } = await problemOf(create(randomUUID(), changes));
    expect({ problem, parameters: errors.map((each) => each.parameter) }).toEqual({
      problem: 'invalid-request',
      parameters: [parameter],
    });
  });

  it('lists imports newest first, in pages, and by kind', async () => {
    const organizationId = randomUUID();
    const times = [-3, -2, -1].map(at);
    for (const createdAt of times) await insertImport(table, someImport(organizationId, { createdAt }));
    await insertImport(table, someImport(organizationId, { kind: 'companies' }));
    const query = { kind: 'people', limit: '2' };
    const first = await call(organizationId, 'GET /imports', { query });
    const cursor = first.nextCursor ?? '';
    const rest = await call(organizationId, 'GET /imports', { query: { ...query, cursor } });
    expect([...first.items, ...rest.items].map(({ createdAt }) => createdAt)).toEqual(times.toReversed());
    const foreign = call(organizationId, 'GET /imports', { query: { limit: '2', cursor } });
    expect((await problemOf(foreign)).problem).toBe('invalid-request');
    expect((await call(organizationId, 'GET /imports')).items).toHaveLength(4);
  });
});

describe('the preview of an import', () => {
  it('previews columns and the first rows, and records the upload', async () => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId);
    const preview = await call(organizationId, 'GET /imports/{id}/preview', { id });
    expect(
      preview.columns.map(({ name, field, as, suggestedField }) => [name, field, as, suggestedField]),
    ).toEqual([
      ['Id', 'id', 'field', null],
      ['First Name', 'firstName', 'field', null],
      ['Last Name', 'lastName', 'field', null],
      ['Hotline', null, 'customField', 'phones.work'],
    ]);
    expect(preview.rows).toEqual([
      { line: 2, cells: ['1', 'Nora', 'Nowhere', '+12025550143'], problem: null },
      { line: 3, cells: ['2', 'Ned', 'Nobody', '+12025550144'], problem: null },
    ]);
    expect(preview.fields).toContainEqual({ path: 'location.city', label: 'City', group: 'Address' });
    expect(preview.settings).toEqual(DEFAULT_SETTINGS);
    expect((await call(organizationId, 'GET /imports/{id}', { id })).status).toBe('uploaded');
  });

  it('uses the settings of the profile of its kind and source', async () => {
    const organizationId = randomUUID();
    const mapped = { mappings: [{ column: 'Hotline', path: 'phones.mobile' }], region: 'US' };
    await call(organizationId, 'PUT /import-profiles', {
      query: { kind: 'people', source: 'crm' },
      body: { settings: mapped },
    });
    const { id } = await upload(organizationId);
    const preview = await call(organizationId, 'GET /imports/{id}/preview', { id });
    expect(preview.settings).toEqual({ ...DEFAULT_SETTINGS, ...mapped });
    expect(preview.columns.at(-1)).toMatchObject({ name: 'Hotline', field: 'phones.mobile' });
  });

  it.each<[string, Uint8Array, object]>([
    ['gzip', gzipSync(CSV), { fileName: 'people.csv.gz', contentType: 'application/gzip' }],
    ['UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le'), {}],
  ])('reads %s', async (_, content, changes) => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId, content, changes);
    const { columnCount, rows } = await call(organizationId, 'GET /imports/{id}/preview', { id });
    expect([columnCount, rows.length]).toEqual([4, 2]);
  });

  it.each<[string, (rows: string) => string | Uint8Array]>([
    ['plain', (rows) => rows],
    ['compressed', (rows) => gzipSync(rows)],
  ])('shows whole rows of the start of a large file, %s', async (_, encode) => {
    const organizationId = randomUUID();
    const cell = (): string => randomUUID().repeat(4_000);
    const rows = Array.from({ length: 30 }, (_, index) => `${index},Nora,${cell()},\n`);
    const { id } = await upload(organizationId, encode(`Id,First Name,Last Name,Hotline\n${rows.join('')}`));
    const preview = await call(organizationId, 'GET /imports/{id}/preview', { id });
    expect(preview.problem).toBeNull();
    // The row that is cut off would be malformed.
    expect(preview.rows.length).toBeGreaterThan(1);
    expect(preview.rows.length).toBeLessThan(10);
    expect(preview.rows.map(({ problem }) => problem).filter((problem) => problem !== null)).toEqual([]);
    expect(JSON.stringify(preview).length).toBeLessThan(10_000);
  });

  it('shows the first lines of JSON Lines', async () => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId, '{"lastName":"Nowhere"}\n[]\n', { fileName: 'people.jsonl' });
    const preview = await call(organizationId, 'GET /imports/{id}/preview', { id });
    expect(preview).toMatchObject({ format: 'json-lines', columns: [], columnCount: 0 });
    expect(preview.rows).toEqual([
      { line: 1, cells: ['{"lastName":"Nowhere"}'], problem: null },
      { line: 2, cells: ['[]'], problem: 'the line is not a JSON object' },
    ]);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['a workbook', Buffer.from('PK\x03\x04xxxx'), /is an Excel workbook/],
    ['an empty file', '\n', /is empty/],
    ['damaged gzip', Buffer.from('1f8b0899999999', 'hex'), /cannot be decompressed/],
  ])('explains why %s cannot be imported', async (_, content, problem) => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId, content);
    const preview = await call(organizationId, 'GET /imports/{id}/preview', { id });
    expect(preview.problem).toMatch(problem);
    expect(preview.rows).toEqual([]);
  });

  it('returns 409 before the upload', async () => {
    const organizationId = randomUUID();
    const { id } = await create(organizationId);
    expect(await problemOf(call(organizationId, 'GET /imports/{id}/preview', { id }))).toMatchObject({
      problem: 'conflict',
      detail: 'The file was not uploaded yet. Upload it first.',
    });
  });
});

describe('starting an import', () => {
  it('queues an import with its settings, sends its message, and writes an audit log entry', async () => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId);
    messages.length = 0;
    const settings = { region: 'DE', mappings: [{ column: 'Hotline', path: 'phones.work' }] };
    const started = await call(organizationId, 'POST /imports/{id}/start', { id, body: { settings } });
    expect(started).toMatchObject({ status: 'queued', settings: { ...DEFAULT_SETTINGS, ...settings } });
    expect(messages).toEqual([{ organizationId, kind: 'people', importId: id }]);
    expect(
      await readJobQueue(table.reader, IMPORTS.kind.lineOf({ organizationId, kind: 'people' })),
    ).toMatchObject({ first: { id } });
    const stored = await readImport(table.reader, organizationId, id);
    expect(stored?.etag).toMatch(/^[0-9a-f]{32}$/);
    const { action, details } = (await auditOf(organizationId, id)).at(-1) ?? {};
    expect({ action, details }).toEqual({
      action: 'import.queued',
      details: { kind: 'people', source: 'crm', fileName: 'people.csv', settings: started.settings },
    });
  });

  it('does nothing on a repeated start, and returns 409 once it ran', async () => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId);
    const body = { settings: {} };
    await call(organizationId, 'POST /imports/{id}/start', { id, body });
    messages.length = 0;
    await call(organizationId, 'POST /imports/{id}/start', { id, body });
    expect(messages).toEqual([]);
    expect(await auditOf(organizationId, id)).toHaveLength(2);
    const { id: ran } = await finished(organizationId);
    expect(
      await problemOf(call(organizationId, 'POST /imports/{id}/start', { id: ran, body })),
    ).toMatchObject({
      problem: 'conflict',
      detail: 'The import was already started. Repeat it instead.',
    });
  });

  it.each<[string, object, object, string]>([
    ['an unknown field', {}, { mappings: [{ column: 'a', path: 'nickname' }] }, 'settings.mappings.0.path'],
    [
      'two columns for one field',
      {},
      { mappings: ['a', 'b'].map((column) => ({ column, path: 'title' })) },
      'settings.mappings.1.path',
    ],
    [
      'one column for two fields',
      {},
      { mappings: ['title', 'emails'].map((path) => ({ column: 'a', path })) },
      'settings.mappings',
    ],
    ['an unknown country', {}, { region: 'ZZ' }, 'settings.region'],
    ['an unknown order of dates', {}, { dateOrder: 'ymd' }, 'settings.dateOrder'],
    [
      'deletions of call lists',
      { kind: 'call-lists' },
      { isDeletingMissing: true },
      'settings.isDeletingMissing',
    ],
  ])('rejects %s', async (_, changes, settings, parameter) => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId, CSV, changes);
    const { errors } = await problemOf(
      call(organizationId, 'POST /imports/{id}/start', { id, body: { settings } }),
    );
    expect(errors.map((each) => each.parameter)).toEqual([parameter]);
    expect((await call(organizationId, 'GET /imports/{id}', { id })).status).toBe('awaiting_upload');
  });

  it('accepts several columns for a list field', async () => {
    const organizationId = randomUUID();
    const { id } = await upload(organizationId);
    const settings = { mappings: ['a', 'b'].map((column) => ({ column, path: 'emails' })) };
    const started = await call(organizationId, 'POST /imports/{id}/start', { id, body: { settings } });
    expect(started.status).toBe('queued');
  });
});

describe('repeating an import', () => {
  it('queues a new import of the same file with the same settings, or others', async () => {
    const organizationId = randomUUID();
    const settings = { ...DEFAULT_SETTINGS, region: 'US' };
    const before = await finished(organizationId, { settings });
    messages.length = 0;
    const same = await call(organizationId, 'POST /imports/{id}/repeat', { id: before.id, body: {} });
    expect(same).toMatchObject({ status: 'queued', isRepeat: true, settings, objectKey: before.objectKey });
    expect(same.id).not.toBe(before.id);
    const other = await call(organizationId, 'POST /imports/{id}/repeat', {
      id: before.id,
      body: { settings: { isStrict: true } },
    });
    expect(other.settings).toEqual({ ...DEFAULT_SETTINGS, isStrict: true });
    expect(messages).toEqual(
      [same, other].map(({ id }) => ({ organizationId, kind: 'people', importId: id })),
    );
    expect(await auditOf(organizationId, same.id)).toMatchObject([
      { action: 'import.repeated', details: { repeats: before.id } },
    ]);
  });

  it('returns 409 while it runs, and if its file is missing or replaced', async () => {
    const organizationId = randomUUID();
    const repeat = (id: string) =>
      problemOf(call(organizationId, 'POST /imports/{id}/repeat', { id, body: {} }));
    const running = await finished(organizationId, { status: 'running' });
    expect((await repeat(running.id)).detail).toMatch(/has not finished/);
    const replaced = await finished(organizationId);
    bucket.put(replaced.objectKey, `${CSV}3,Nils,None,\n`);
    expect((await repeat(replaced.id)).detail).toMatch(/was replaced\./);
    const expired = await finished(organizationId);
    await bucket.remove([expired.objectKey]);
    expect(await repeat(expired.id)).toMatchObject({
      problem: 'conflict',
      detail: expect.stringMatching(/has expired/),
    });
  });
});

describe('confirming deletions', () => {
  const awaiting = {
    status: 'awaiting_confirmation',
    deletions: { missing: 120, deleted: 0, stopped: 'more than 10 %' },
  } as const;

  it('queues the import again with the confirmed number', async () => {
    const organizationId = randomUUID();
    const { id } = await finished(organizationId, awaiting);
    messages.length = 0;
    const confirmed = await call(organizationId, 'POST /imports/{id}/confirm-deletions', {
      id,
      body: { count: 120 },
    });
    expect(confirmed.status).toBe('queued');
    expect((await readImport(table.reader, organizationId, id))?.confirmedDeletions).toBe(120);
    expect(messages).toEqual([{ organizationId, kind: 'people', importId: id }]);
    expect(await auditOf(organizationId, id)).toMatchObject([
      { action: 'import.deletions_confirmed', details: { count: 120 } },
    ]);
  });

  it('does nothing once the import is queued with the number', async () => {
    const organizationId = randomUUID();
    const { id } = await finished(organizationId, awaiting);
    messages.length = 0;
    const confirm = (count: number) =>
      call(organizationId, 'POST /imports/{id}/confirm-deletions', { id, body: { count } });
    const confirmed = await confirm(120);
    expect(await confirm(120)).toEqual(confirmed);
    expect(messages).toEqual([{ organizationId, kind: 'people', importId: id }]);
    expect(await auditOf(organizationId, id)).toHaveLength(1);
    expect((await problemOf(confirm(119))).detail).toMatch(/no deletions to confirm/);
  });

  it('returns 409 for another number, and without deletions', async () => {
    const organizationId = randomUUID();
    const confirm = (id: string, count: number) =>
      problemOf(call(organizationId, 'POST /imports/{id}/confirm-deletions', { id, body: { count } }));
    const { id } = await finished(organizationId, awaiting);
    expect((await confirm(id, 119)).detail).toMatch(/found 120 missing records, not 119/);
    const other = await finished(organizationId);
    expect((await confirm(other.id, 120)).detail).toMatch(/no deletions to confirm/);
  });

  it('returns 409 once another import of the kind and source has finished', async () => {
    const organizationId = randomUUID();
    const waiting = await finished(organizationId, awaiting);
    const confirm = () =>
      call(organizationId, 'POST /imports/{id}/confirm-deletions', { id: waiting.id, body: { count: 120 } });
    for (const changes of [{}, { kind: 'companies' as const }, { source: 'erp' }]) {
      const other = { ...someImport(organizationId), status: 'completed' as const, ...changes };
      await createImportFence(table, orderOf(other)).begin();
    }
    expect(await problemOf(confirm())).toMatchObject({
      problem: 'conflict',
      detail: expect.stringMatching(/has finished since\. Repeat this import/),
    });
    await createImportFence(table, orderOf(waiting)).begin();
    expect((await confirm()).status).toBe('queued');
  });
});

describe('the files of an import', () => {
  it('links to the report and the rejected rows, where they exist', async () => {
    const organizationId = randomUUID();
    const { id, objectKey } = await finished(organizationId);
    const none = await call(organizationId, 'GET /imports/{id}/files', { id });
    expect(none).toMatchObject({ report: null, rejects: null });
    bucket.put(`${objectKey}.report.json`, 'of a later import of the same object');
    bucket.put(`${objectKey}.${id}.rejects.csv`, 'Id,reason\n');
    const { rejects, report } = await call(organizationId, 'GET /imports/{id}/files', { id });
    expect(report).toBeNull();
    expect(rejects).toEqual({
      fileName: 'people.csv.rejects.csv',
      url: `https://bucket.example/${objectKey}.${id}.rejects.csv?get=people.csv.rejects.csv`,
    });
  });
});

describe('an import that is created with settings', () => {
  it('starts its preview with them, whatever the profile says', async () => {
    const organizationId = randomUUID();
    const settings = { ...DEFAULT_SETTINGS, region: 'US' };
    await call(organizationId, 'PUT /import-profiles', {
      query: { kind: 'people', source: 'crm' },
      body: { settings: { isDeletingMissing: true } },
    });
    const previewed = async (changes: object) => {
      const { id } = await upload(organizationId, CSV, changes);
      return (await call(organizationId, 'GET /imports/{id}/preview', { id })).settings;
    };
    expect(await previewed({ settings })).toEqual(settings);
    expect(await previewed({})).toEqual({ ...DEFAULT_SETTINGS, isDeletingMissing: true });
  });

  it('is refused if no file can be imported with them', async () => {
    const settings = { mappings: [{ column: 'Hotline', path: 'nickname' }] };
    expect(await problemOf(create(randomUUID(), { settings }))).toMatchObject({
      problem: 'invalid-request',
      errors: [{ parameter: 'settings.mappings.0.path' }],
    });
  });
});

describe('the first rejected rows of an import', () => {
  const firstRejectsOf = async (organizationId: string, { id }: Import) =>
    (await call(organizationId, 'GET /imports/{id}/files', { id })).firstRejects;
  const progress = { rows: 30, unreadable: 0, hasUnlinkedPeople: false };

  it('are shown while the import runs', async () => {
    const organizationId = randomUUID();
    const running = await finished(organizationId, {
      status: 'running',
      finishedAt: null,
      progress: { ...progress, rejectParts: 2, warningParts: 0, rejectsFormat: 'csv' },
    });
    bucket.put(rejectPartKey(running, 0), '\uFEFFId;reason\n1;"Line 2: a; ""b"""\n');
    expect(await firstRejectsOf(organizationId, running)).toEqual([{ line: 2, reason: 'a; "b"' }]);
    bucket.put(rejectPartKey(running, 1), '7;Line 9: c\n');
    expect(await firstRejectsOf(organizationId, running)).toEqual([
      { line: 2, reason: 'a; "b"' },
      { line: 9, reason: 'c' },
    ]);
  });

  it('are the first twenty, shortened, once it has ended', async () => {
    const organizationId = randomUUID();
    const ended = await finished(organizationId, {
      progress: { ...progress, rejectParts: 1, warningParts: 0, rejectsFormat: 'jsonl' },
    });
    expect(await firstRejectsOf(organizationId, ended)).toEqual([]);
    const lines = Array.from(
      { length: 900 },
      (_, index) => `${JSON.stringify({ reason: `Line ${index + 1}: ${'x'.repeat(400)}`, id: index })}\n`,
    );
    bucket.put(`${ended.objectKey}.${ended.id}.rejects.jsonl`, lines.join(''));
    const first = await firstRejectsOf(organizationId, ended);
    expect(first.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(first[0]?.reason).toBe(`${'x'.repeat(300)}…`);
  });

  it('are none of an import that rejected nothing', async () => {
    const organizationId = randomUUID();
    const ended = await finished(organizationId, {
      progress: { ...progress, rejectParts: 0, warningParts: 0, rejectsFormat: 'csv' },
    });
    bucket.put(`${ended.objectKey}.${ended.id}.rejects.csv`, 'Id,reason\n1,Line 2: of another file\n');
    expect(await firstRejectsOf(organizationId, ended)).toEqual([]);
  });
});

describe('import profiles', () => {
  const query = { kind: 'people', source: 'crm' } as const;

  it('saves, lists, replaces and deletes profiles, with audit log entries', async () => {
    const organizationId = randomUUID();
    const save = (settings: object) =>
      call(organizationId, 'PUT /import-profiles', { query, body: { settings } });
    await save({ region: 'US' });
    const saved = await save({ isDeletingMissing: true });
    expect(saved).toMatchObject({
      ...query,
      settings: { ...DEFAULT_SETTINGS, isDeletingMissing: true },
      dropAddress: `s3://bucket/imports/${organizationId}/people/crm/`,
      updatedBy: ACTOR,
    });
    const list = await call(organizationId, 'GET /import-profiles');
    expect(list.items).toEqual([saved]);
    expect(list.dropAddress).toBe(`s3://bucket/imports/${organizationId}/`);
    const allowed = {
      Action: ['s3:PutObject', 's3:AbortMultipartUpload'],
      Resource: `arn:aws:s3:::bucket/imports/${organizationId}/*`,
    };
    expect(JSON.parse(list.policy).Statement).toMatchObject([allowed]);
    const principal = { AWS: expect.stringContaining(':role/') };
    expect(JSON.parse(list.bucketStatement)).toMatchObject({ ...allowed, Principal: principal });
    expect(await call(organizationId, 'DELETE /import-profiles', { query })).toEqual(saved);
    expect((await call(organizationId, 'GET /import-profiles')).items).toEqual([]);
    expect((await auditOf(organizationId, organizationId)).map(({ action }) => action)).toEqual([
      'import_profile.saved',
      'import_profile.saved',
      'import_profile.deleted',
    ]);
    const again = call(organizationId, 'DELETE /import-profiles', { query });
    expect((await problemOf(again)).problem).toBe('not-found');
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['no kind', { source: 'crm' }, 'kind'],
    ['no source', { kind: 'people' }, 'source'],
    ['a slash in the source', { kind: 'people', source: 'a/b' }, 'source'],
    ['a blank source', { kind: 'people', source: ' ' }, 'source'],
  ])('rejects %s', async (_, given, parameter) => {
    const saving = call(randomUUID(), 'PUT /import-profiles', { query: given, body: { settings: {} } });
    expect((await problemOf(saving)).errors.map((each) => each.parameter)).toEqual([parameter]);
  });
});

describe('each operation on imports', () => {
  it('requires an admin', async () => {
    const organizationId = randomUUID();
    const { id } = await finished(organizationId);
    const bodies: Readonly<Record<string, unknown>> = {
      'POST /imports': { ...FILE, size: 1 },
      'POST /imports/{id}/check': { settings: {} },
      'POST /imports/{id}/start': { settings: {} },
      'POST /imports/{id}/repeat': {},
      'POST /imports/{id}/confirm-deletions': { count: 1 },
      'PUT /import-profiles': { settings: {} },
    };
    for (const { route } of operations) {
      const operation = `${route.method} ${route.path}` as AdminOperationKey;
      const isProfile = 'source' in route.query;
      const query = isProfile ? { kind: 'people', source: 'hubspot' } : {};
      const given = { id, role: 'member', query, body: bodies[operation] } as const;
      expect(await problemOf(call(organizationId, operation, given))).toMatchObject({
        problem: 'forbidden',
        detail: 'Only an admin of your organization can import data.',
      });
    }
  });
});

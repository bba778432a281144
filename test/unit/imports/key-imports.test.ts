import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { dataFunction } from '../../../functions/http/data-api.ts';
import { readBody } from '../../../functions/http/json-body.ts';
import { CREATE_IMPORT, createCreateImport } from '../../../functions/imports/create-import/handler.ts';
import { createGetImport } from '../../../functions/imports/get-import/handler.ts';
import { createListImports } from '../../../functions/imports/list-imports/handler.ts';
import { MAX_WAITING_IMPORTS } from '../../../shared/contract/imports/import-limits.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { RESPONSE_BODIES } from '../../../shared/contract/response-bodies.ts';
import { IMPORTS, insertImport, listImports } from '../../../shared/imports/import-repository.ts';
import { RECEIVED_PREFIX } from '../../../shared/imports/object-keys.ts';
import { jobLeaseKey } from '../../../shared/jobs/job.ts';
import { takeLease } from '../../../shared/jobs/job-lease.ts';
import { ROUTES } from '../../../shared/operations/data-api/routes.ts';
import { createPersonRepository } from '../../../shared/records/store/records.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';
import { createFakeImportBucket } from '../../support/imports/fake-import-bucket.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { someImport } from '../../support/imports/new-import.ts';
import { createKeyFixture } from '../../support/keys/key-fixture.ts';

for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
const engine = useEngine();

const prepare = async (rowMilliseconds = 20_000) => {
  const keys = createKeyFixture(engine);
  const { organizationId, store } = keys;
  const bucket = await createImportBucket(engine, { organizationId });
  const urls = createFakeImportBucket();
  /** Both functions see the same objects. */
  const files = {
    ...urls,
    write: async (key: string, content: Uint8Array) => void (await bucket.objects.write(key, content)),
    readStart: async (key: string, bytes: number) => bucket.objects.content.get(key)?.subarray(0, bytes),
  };
  const { id: keyId } = (await keys.make({ permissions: [...PERMISSIONS] })).apiKey;
  const dependencies = { reader: store.reader, bucket: files };
  const create = dataFunction(
    CREATE_IMPORT,
    createCreateImport({ table: store, bucket: files, messages: bucket.messages, rowMilliseconds }),
    readBody,
  );
  const get = dataFunction(ROUTES.getImport, createGetImport(dependencies));
  const list = dataFunction(ROUTES.listImports, createListImports(dependencies));
  const eventOf = (resource: string, importSource: string | null, id?: string) => {
    const event = proxyEvent({
      organizationId,
      resource,
      ...(id !== undefined && { id }),
      key: {
        name: 'Sync',
        plan: 'standard',
        createdAt: 'x',
        expiresAt: null,
        allowedAddresses: null,
        importSource,
      },
    });
    const authorizer = { ...event.requestContext.authorizer, keyId };
    return { ...event, requestContext: { ...event.requestContext, authorizer } };
  };
  const answer = ({ statusCode, body }: { readonly statusCode: number; readonly body: string }) => ({
    status: statusCode,
    body: JSON.parse(body),
  });
  return {
    organizationId,
    bucket,
    writer: store.writer,
    async post(
      body: object,
      { source = null, key = randomUUID() }: { source?: string | null; key?: string } = {},
    ) {
      const event = {
        ...eventOf(CREATE_IMPORT.path, source),
        httpMethod: 'POST',
        body: JSON.stringify(body),
        multiValueHeaders: { 'Content-Type': ['application/json'], 'Idempotency-Key': [key] },
      };
      return answer(await create(event, lambdaContext()));
    },
    get: async (id: string, source: string | null = null) =>
      answer(await get(eventOf(ROUTES.getImport.path, source, id), lambdaContext())),
    list: async (source: string | null = null) =>
      answer(await list(eventOf(ROUTES.listImports.path, source), lambdaContext())),
    /** Uploads a file, and returns the notification of S3. */
    upload(id: string, name: string, content: string) {
      const path = `../../${RECEIVED_PREFIX}${organizationId}/${id}/${name}`;
      const { message } = bucket.drop(path, content);
      const key = `${RECEIVED_PREFIX}${organizationId}/${id}/${name}`;
      bucket.objects.content.set(key, Buffer.from(content));
      return { ...message, body: message.body.replaceAll(`imports/${organizationId}/../../`, '') };
    },
    person: (source: string, id: string) =>
      createPersonRepository(store.reader).get(
        organizationId,
        createIdMaker(organizationId)('person', source, id),
      ),
  };
};

const ADA = { id: 'P-1', firstName: 'Ada', companyId: 'C-1' };

it('answers 200 with counts and rejected rows once rows are stored, companies first', async () => {
  const { post, person, bucket } = await prepare();
  const { status, body } = await post({
    source: 'crm',
    rows: {
      people: [ADA, { id: 'P-2', nonsense: 1 }, { id: 'P-1', firstName: 'Bo' }],
      companies: [{ id: 'C-1', name: 'Engines' }],
    },
  });
  expect(status).toBe(200);
  RESPONSE_BODIES.StartedImport.parse(body);
  expect(body).toMatchObject({
    state: 'completed',
    files: [{ kind: 'companies' }, { kind: 'people', warnings: [], plan: { format: 'json-lines' } }],
    counts: { people: { created: 1, rejected: 2 }, companies: { created: 1 } },
    rejected: [
      { kind: 'people', line: 2, reason: expect.stringMatching(/unknown field "nonsense" .*, deleted\)/) },
      { kind: 'people', line: 3, reason: expect.stringContaining('`settings.isMergingRows` merges') },
    ],
  });
  expect(await person('crm', 'P-1')).toMatchObject({ companyId: expect.any(String) });
  expect(bucket.queue).toEqual([]);
});

it('imports files once all are there, one after the other, however often they are announced', async () => {
  const { post, get, upload, person, bucket, organizationId } = await prepare();
  const people = 'id,First Name,Company ID,Phone\nP-1,Ada,C-1,12\n';
  const companies = 'id,name\nC-1,Engines\n';
  const { status, body } = await post({
    source: 'crm',
    files: [
      { kind: 'people', bytes: people.length, format: 'csv' },
      { kind: 'companies', bytes: companies.length },
    ],
  });
  expect(status).toBe(202);
  expect(body).toMatchObject({
    state: 'awaiting_files',
    files: [
      { kind: 'companies' },
      { kind: 'people', uploadUrl: expect.stringContaining(`put=${people.length}`) },
    ],
  });
  const first = upload(body.id, 'people.csv', people);
  await bucket.drain(first, { ...first });
  expect((await get(body.id)).body).toMatchObject({
    state: 'awaiting_files',
    files: [{ state: 'awaiting_upload' }, { state: 'uploaded', uploadUrl: null }],
  });
  const second = upload(body.id, 'companies', companies);
  await bucket.drain(second, { ...second }, { ...first });
  const ended = (await get(body.id)).body;
  RESPONSE_BODIES.Import.parse(ended);
  expect(ended).toMatchObject({
    state: 'completed',
    counts: { people: { created: 1, warnings: 1 }, companies: { created: 1 } },
    files: [
      { plan: { identifiedBy: ['id'] } },
      {
        warnings: [{ field: 'phones.work', count: 1, line: 2, value: '12' }],
        warningsUrl: expect.any(String),
      },
    ],
  });
  expect(await person('crm', 'P-1')).toMatchObject({ companyId: expect.any(String) });
  const { imports } = await listImports(bucket.table.reader, { organizationId }, { limit: 10 });
  expect(imports).toHaveLength(2);
  const warnings = [...bucket.objects.content].find(([key]) => key.endsWith('people.csv.warnings.csv'))?.[1];
  expect(String(warnings)).toMatch(/^\uFEFFfile,line,field,value,reason\npeople\.csv,2,phones.work,12,/);
});

it('counts no rows of a file with the same content as the last one', async () => {
  const { post, get, upload, bucket } = await prepare();
  const people = 'id,First Name\nP-1,Ada\n';
  const ids: string[] = [];
  for (let run = 0; run < 2; run++) {
    const { body } = await post({ source: 'crm', files: [{ kind: 'people', bytes: people.length }] });
    await bucket.drain(upload(body.id, 'people', people));
    ids.push(body.id);
  }
  const { body } = await get(ids[1] ?? '');
  RESPONSE_BODIES.Import.parse(body);
  expect(body).toMatchObject({
    state: 'completed',
    files: [{ state: 'skipped' }],
    counts: { people: { read: 0, created: 0, unchanged: 0 } },
  });
});

it.each([
  ['people', 'Full Name,Email,Phone\nAda A,ada@engines.example,\n', ['Email']],
  ['people', 'Full Name,Phone,Company\nAda A,,Engines\n', []],
  ['companies', 'Company Name,Domain\nEngines,engines.example\n', ['Company Name', 'Domain']],
  [
    'calls',
    'Start Time,Direction,Phone\n2026-03-01T08:00:00Z,inbound,+12025550143\n',
    ['Start Time', 'Phone'],
  ],
] as const)('tells by which columns rows of %s are identified', async (kind, text, identifiedBy) => {
  const { post, get, upload, bucket } = await prepare();
  const { body } = await post({ source: 'crm', files: [{ kind, bytes: text.length }] });
  await bucket.drain(upload(body.id, kind, text));
  expect((await get(body.id)).body.files[0].plan).toMatchObject({ identifiedBy });
});

it('imports no file after one that failed', async () => {
  const { post, get, upload, person, bucket } = await prepare();
  const { body } = await post({
    source: 'crm',
    files: [
      { kind: 'people', bytes: 1 },
      { kind: 'companies', bytes: 1 },
    ],
  });
  await bucket.drain(upload(body.id, 'people', 'id\nP-1\n'), upload(body.id, 'companies', '%PDF'));
  expect((await get(body.id)).body).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('PDF'),
    files: [{ state: 'failed' }, { state: 'uploaded' }],
  });
  expect(await person('crm', 'P-1')).toBeUndefined();
});

it('deletes, undoes nothing twice, and repeats by Idempotency-Key', async () => {
  const { post, person, list } = await prepare();
  const people = Array.from({ length: 20 }, (_, index) => ({ id: `P-${index}`, firstName: 'Ann' }));
  const key = randomUUID();
  const first = await post({ source: 'crm', rows: { people } }, { key });
  expect(await post({ source: 'crm', rows: { people } }, { key })).toEqual(first);
  expect((await post({ source: 'crm', rows: { people: [ADA] } }, { key })).status).toBe(422);
  const deleted = await post({ source: 'crm', rows: { people: [{ id: 'P-3', deleted: true }] } });
  expect(deleted.body).toMatchObject({ state: 'completed', files: [{ deletions: { deleted: 1 } }] });
  expect(await person('crm', 'P-3')).toBeUndefined();
  expect((await list()).body.items.map(({ id }: { id: string }) => id)).toEqual([
    deleted.body.id,
    first.body.id,
  ]);
});

it.each([
  [
    { source: 'crm', rows: { people: [ADA] }, settings: { strict: true } },
    /allowed fields: mappings, region/,
  ],
  [
    { source: 'crm', files: [{ kind: 'people', bytes: 1, name: 'x' }] },
    /allowed fields: kind, bytes, sha256/,
  ],
  [{ source: 'crm', rows: { people: ADA } }, /^`rows.people` must be a list of objects/],
])('says what is allowed in a request such as %j', async (body, detail) => {
  const { post } = await prepare();
  expect(await post(body)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } });
});

it('makes one write at a time, so that readers do not feel it', async () => {
  const { post, writer } = await prepare();
  const { transact } = writer;
  let [running, most] = [0, 0];
  vi.spyOn(writer, 'transact').mockImplementation(async (...write) => {
    running += 1;
    most = Math.max(most, running);
    return transact(...write).finally(() => {
      running -= 1;
    });
  });
  const people = Array.from({ length: 300 }, (_, index) => ({ id: `P-${index}`, firstName: 'Ada' }));
  expect((await post({ source: 'crm', rows: { people } })).body).toMatchObject({ state: 'completed' });
  expect(most).toBe(1);
});

it('lets a bound key change records of its source alone', async () => {
  const { post, person } = await prepare();
  await post({ source: 'other', rows: { people: [ADA] } });
  const { id = '' } = (await person('other', 'P-1')) ?? {};
  const importOne = async (row: object, source?: string) =>
    (await post({ source: 'crm', rows: { people: [row] } }, { source: source ?? null })).body;
  const eve = { id, firstName: 'Eve' };
  for (const row of [eve, { externalIds: [{ source: 'other', id: 'P-1' }], firstName: 'Eve' }]) {
    expect(await importOne(row, ' CRM')).toMatchObject({
      counts: { people: { changed: 0, rejected: 1 } },
      rejected: [{ reason: 'id: the record is of other, and the API key may only import crm' }],
    });
  }
  expect(await person('other', 'P-1')).toMatchObject({ firstName: 'Ada' });
  for (const own of [{ id: 'P-1' }, { id: '44b2588b-ee0b-5318-bdb9-134722a3ae22' }]) {
    const row = { ...own, firstName: 'Bo' };
    expect(await importOne(row, 'crm')).toMatchObject({ counts: { people: { created: 1 } } });
    expect(await importOne({ ...row, title: 'CEO' }, 'crm')).toMatchObject({
      counts: { people: { changed: 1 } },
    });
  }
  expect(await importOne(eve)).toMatchObject({ counts: { people: { changed: 1 } } });
});

it('shows and lets a bound key import its source alone', async () => {
  const { post, get, list } = await prepare();
  const rows = { people: [ADA] };
  const other = await post({ source: 'other', rows });
  const own = await post({ source: 'CRM', rows }, { source: 'crm' });
  expect(own.status).toBe(200);
  const refused = await post({ source: 'other', rows }, { source: 'crm' });
  expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('"crm"') } });
  expect((await get(other.body.id, 'crm')).status).toBe(404);
  expect((await get(own.body.id, 'crm')).status).toBe(200);
  expect((await list('crm')).body.items.map(({ id }: { id: string }) => id)).toEqual([own.body.id]);
  expect((await list()).body.items).toHaveLength(2);
});

it('leaves rows that wait too long to the queue, and refuses further ones while many wait', async () => {
  const { post, get, bucket, organizationId } = await prepare(200);
  const { table } = bucket;
  const queuedAt = new Date(0).toISOString();
  const wait = () => insertImport(table, someImport(organizationId, { status: 'queued', queuedAt }));
  const running = await wait();
  if (running === undefined) throw new Error('No import waits.');
  const { id } = running;
  const now = Date.now();
  await takeLease(table, IMPORTS.jobIn(running, id), 'another invocation', now + 600_000, now);
  const { status, body } = await post({ source: 'crm', rows: { people: [ADA] } });
  expect({ status, state: body.state }).toEqual({ status: 202, state: 'queued' });
  for (let others = 2; others < MAX_WAITING_IMPORTS; others += 1) await wait();
  const refused = await post({ source: 'crm', rows: { people: [ADA] } });
  expect(refused).toMatchObject({ status: 429, body: { detail: expect.stringContaining('wait or run') } });
  const { imports } = await listImports(table.reader, { organizationId }, { limit: 50 });
  for (const each of imports.filter(({ batchId }) => batchId === null)) {
    await IMPORTS.change(table, each, { status: 'failed', queuedAt: null });
  }
  await table.writer.transact([{ delete: { Key: { ...jobLeaseKey(IMPORTS.kind.lineOf(running)) } } }]);
  await bucket.drain({ body: JSON.stringify(IMPORTS.kind.messageOf(running, id)), receives: 0 });
  expect((await get(body.id)).body).toMatchObject({ state: 'completed', counts: { people: { created: 1 } } });
});

import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Import } from '../../../shared/imports/import.ts';
import {
  IMPORTS,
  type ImportMessage,
  insertImport,
  listImports,
} from '../../../shared/imports/import-repository.ts';
import { advanceJob } from '../../../shared/jobs/advance-job.ts';
import { jobLeaseKey } from '../../../shared/jobs/job.ts';
import { takeLease } from '../../../shared/jobs/job-lease.ts';
import { readJobQueue } from '../../../shared/jobs/job-queue.ts';
import { updateOrganization } from '../../../shared/organizations/update-organization.ts';
import { createPersonRepository } from '../../../shared/records/store/records.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { updateOf } from '../../../shared/table/items/update-expression.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { someImport } from '../../support/imports/new-import.ts';
import { ACTOR, at } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

/** The imports of people of an organization. */
const peopleLine = (organizationId: string) => IMPORTS.kind.lineOf({ organizationId, kind: 'people' });

const jobOf = (item: Import) => IMPORTS.jobIn(item, item.id);

const messageOf = (item: Import) => JSON.stringify(IMPORTS.kind.messageOf(item, item.id));

type Bucket = Awaited<ReturnType<typeof createImportBucket>>;

const importsOf = async ({ table, organizationId }: Bucket) =>
  (await listImports(table.reader, { organizationId }, { limit: 50 })).imports;

const onlyImportOf = async (bucket: Bucket) => {
  const [only, ...more] = await importsOf(bucket);
  if (only === undefined || more.length > 0) throw new Error('There is not exactly one import.');
  return only;
};

const person = ({ table, organizationId }: Bucket, source: string, id: string) =>
  createPersonRepository(table.reader).get(
    organizationId,
    createIdMaker(organizationId)('person', source, id),
  );

const auditActions = async ({ organizationId }: Bucket) =>
  (await engine.itemsOf(`AUDIT_LOG#${organizationId}`))
    .toSorted((one, other) => (String(one['sk']) < String(other['sk']) ? -1 : 1))
    .map(({ action, details }) => [action, Object(details).status].filter(Boolean).join(' '));

const peopleFile = (count: number, suffix = ''): string =>
  [
    'id,First Name,email',
    ...Array.from({ length: count }, (_, id) => `${id},Ann${suffix},p${id}@nowhere.example`),
  ].join('\n');

describe('a dropped file', () => {
  it('ignores a file of another bucket', async () => {
    const bucket = await createImportBucket(engine);
    const { message } = bucket.drop('people/crm/new.csv', peopleFile(3), { bucket: 'others' });
    expect(await bucket.receive(message)).toBe(false);
    expect(await importsOf(bucket)).toEqual([]);
  });

  describe('in a bucket of another account', () => {
    const organizationId = randomUUID();
    const PREFIX = { prefix: 'exports/', organizationId, kind: 'people', source: 'crm' } as const;
    const otherBucket = { name: 'partner', prefixes: [PREFIX] };

    it('is copied and imported once as the organization and source of its prefix', async () => {
      const bucket = await createImportBucket(engine, { organizationId, otherBucket });
      const message = bucket.dropElsewhere('exports/2026/new people.csv', `${peopleFile(3)}\n3,one cell`);
      await bucket.drain(message, { ...message });
      const item = await onlyImportOf(bucket);
      expect(item).toMatchObject({
        ...{ kind: 'people', source: 'crm', fileName: '2026/new people.csv', status: 'completed' },
        startedBy: { id: 'AWS:AIDAEXAMPLE', from: '192.0.2.1' },
        objectKey: `uploads/${organizationId}/${item.id}/2026/new people.csv`,
        counts: { people: { read: 4, created: 3, rejected: 1 } },
      });
      expect(await person(bucket, 'crm', '0')).toMatchObject({ firstName: 'Ann' });
      expect(bucket.text(`${item.objectKey}.rejects.csv`)).toContain('3,one cell');
    });

    it('is ignored outside of the prefixes, and if it was replaced', async () => {
      const own = randomUUID();
      const bucket = await createImportBucket(engine, {
        organizationId: own,
        otherBucket: { name: 'partner', prefixes: [{ ...PREFIX, organizationId: own }] },
      });
      const outside = bucket.dropElsewhere('received/new.csv', peopleFile(3));
      const replaced = bucket.dropElsewhere('exports/new.csv', peopleFile(3));
      bucket.dropElsewhere('exports/new.csv', peopleFile(4));
      expect(await bucket.drain(outside, replaced)).toBe(2);
      expect(await importsOf(bucket)).toEqual([]);
      expect([...bucket.objects.content.keys()]).toEqual([]);
    });

    it('is refused from a bucket that no setting names', async () => {
      const bucket = await createImportBucket(engine, { organizationId, otherBucket });
      expect(await bucket.receive(bucket.dropElsewhere('exports/new.csv', peopleFile(3), 'stranger'))).toBe(
        false,
      );
    });

    it('is reported if its organization does not exist', async () => {
      const prefix = { ...PREFIX, organizationId: randomUUID() };
      const bucket = await createImportBucket(engine, {
        otherBucket: { name: 'partner', prefixes: [prefix] },
      });
      await bucket.drain(bucket.dropElsewhere('exports/new.csv', peopleFile(1)));
      const report = bucket.text(`imports/${prefix.organizationId}/people/crm/new.csv.report.json`) ?? '';
      expect(JSON.parse(report)).toMatchObject({
        status: 'failed',
        problem: expect.stringContaining('no organization'),
      });
    });
  });

  it('imports a file once, however often its notification arrives', async () => {
    const bucket = await createImportBucket(engine);
    const text = `${peopleFile(3)}\n3,one cell`;
    const { key, message } = bucket.drop('people/crm/weekly exports/new people.csv', text);
    await bucket.drain(message, { ...message });
    const item = await onlyImportOf(bucket);
    expect(item).toMatchObject({
      kind: 'people',
      source: 'crm',
      fileName: 'weekly exports/new people.csv',
      status: 'completed',
      startedBy: { id: 'AWS:AIDAEXAMPLE', from: '192.0.2.1' },
      size: text.length,
      bytesRead: text.length,
      counts: { people: { read: 4, created: 3, rejected: 1 } },
      queuedAt: null,
      problem: null,
    });
    expect(await person(bucket, 'crm', '0')).toMatchObject({ firstName: 'Ann' });
    const report = JSON.parse(bucket.text(`${key}.report.json`) ?? '');
    expect(report).toMatchObject({
      import: item.id,
      status: 'completed',
      counts: { people: { created: 3 } },
    });
    expect(report.columns.map(({ field }: { field: string }) => field)).toEqual([
      'id',
      'firstName',
      'emails',
    ]);
    expect(bucket.text(`${key}.rejects.csv`)).toMatch(
      /^\uFEFFid,First Name,email,reason\n3,one cell,,"Line 5: the row has 2 cells, the header 3/,
    );
    for (const name of ['report.json', 'rejects.csv']) {
      expect(bucket.text(`${key}.${item.id}.${name}`)).toBe(bucket.text(`${key}.${name}`));
    }
    expect(await auditActions(bucket)).toEqual(['import.started', 'import.finished completed']);
    expect(await readJobQueue(bucket.table.reader, peopleLine(bucket.organizationId))).toEqual({});
  });

  it.each([
    ['JSON Lines', 'people/crm/a.jsonl', '{"id":"0","firstName":"Ann"}'],
    ['gzip', 'people/crm/a.csv.gz', gzipSync(peopleFile(1))],
  ])('accepts %s', async (_, path, content) => {
    const bucket = await createImportBucket(engine);
    await bucket.drain(bucket.drop(path, content).message);
    expect(await onlyImportOf(bucket)).toMatchObject({ status: 'completed', problem: null });
    expect((await onlyImportOf(bucket)).counts?.people).toMatchObject({ read: 1, created: 1 });
  });

  it('imports a file with the settings of its profile', async () => {
    const bucket = await createImportBucket(engine);
    const mappings = [{ column: 'Hotline', path: 'phones.work' }];
    await bucket.putProfile({ region: 'US', mappings });
    await bucket.drain(bucket.drop('people/crm/a.csv', 'id,Hotline\n0,202-555-0101').message);
    expect(await person(bucket, 'crm', '0')).toMatchObject({ phones: [{ number: '+12025550101' }] });
  });

  it('fails without the mapped column, and never quotes the first row, which may be a person', async () => {
    const bucket = await createImportBucket(engine);
    await bucket.putProfile({ mappings: [{ column: 'Hotline', path: 'phones.work' }] });
    await bucket.drain(bucket.drop('people/crm/a.csv', 'p1,nora@nowhere.example,202-555-0101').message);
    expect(await onlyImportOf(bucket)).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/^(?!.*nora).*the file has no header/),
    });
  });

  it('fails before it writes if a do-not-call column is unused', async () => {
    const bucket = await createImportBucket(engine);
    await bucket.drain(bucket.drop('people/crm/a.csv', 'id,Mobile DNC result\n0,listed').message);
    expect(await onlyImportOf(bucket)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('"Mobile DNC result" looks like a do-not-call column'),
    });
    expect(await person(bucket, 'crm', '0')).toBeUndefined();
  });

  it('links people to their companies by name', async () => {
    const bucket = await createImportBucket(engine);
    await bucket.drain(bucket.drop('companies/crm/c.csv', 'id,name\n7,Nowhere Inc.\n8,Elsewhere').message);
    await bucket.drain(bucket.drop('people/crm/p.csv', 'id,Company Name\n0,Nowhere Inc.').message);
    const companyId = createIdMaker(bucket.organizationId)('company', 'crm', '7');
    expect(await person(bucket, 'crm', '0')).toMatchObject({ companyId });
  });

  it('rejects another format, with what to do', async () => {
    const bucket = await createImportBucket(engine);
    const { key, message } = bucket.drop('people/crm/a.xlsx', 'PK\x03\x04');
    await bucket.drain(message);
    expect(await onlyImportOf(bucket)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('Excel'),
    });
    expect(JSON.parse(bucket.text(`${key}.report.json`) ?? '')).toMatchObject({ status: 'failed' });
    expect(await auditActions(bucket)).toEqual(['import.started', 'import.finished failed']);
  });

  it('fails for a replaced file, and imports its replacement', async () => {
    const bucket = await createImportBucket(engine);
    const first = bucket.drop('people/crm/a.csv', peopleFile(1));
    const second = bucket.drop('people/crm/a.csv', peopleFile(2));
    await bucket.drain(first.message, second.message);
    const statuses = (await importsOf(bucket)).map(({ status, problem }) => [status, problem]);
    expect(statuses).toEqual([
      ['completed', null],
      ['failed', 'The file was replaced.'],
    ]);
  });

  it('skips a file with the content and settings of the last import, unless rows were rejected', async () => {
    const bucket = await createImportBucket(engine);
    const dropped = async (text: string) => {
      await bucket.drain(bucket.drop('people/crm/a.csv', text).message);
      const [newest] = await importsOf(bucket);
      return newest;
    };
    const first = await dropped(peopleFile(2));
    expect(await dropped(peopleFile(2))).toMatchObject({ status: 'skipped', sameAs: first?.id });
    await bucket.putProfile({ isSilent: true });
    const silent = await dropped(peopleFile(2));
    expect(silent).toMatchObject({ status: 'completed', sameAs: null });
    if (silent === undefined) throw new Error('There is no import.');
    const now = new Date().toISOString();
    const fresh = {
      status: 'queued',
      queuedAt: now,
      createdAt: now,
      startedAt: null,
      contentHash: null,
    } as const;
    const repeat = { ...silent, ...fresh, id: randomUUID(), isRepeat: true };
    await bucket.table.writer.transact([...IMPORTS.insertOperations(repeat)]);
    await bucket.messages.send(IMPORTS.kind.messageOf(repeat, repeat.id));
    await bucket.drain();
    expect((await importsOf(bucket))[0]).toMatchObject({ id: repeat.id, status: 'completed', sameAs: null });
    expect(await dropped(peopleFile(3))).toMatchObject({ status: 'completed' });
    expect(await dropped(peopleFile(2))).toMatchObject({ status: 'completed', sameAs: null });
    const rejected = `${peopleFile(1)}\n1`;
    expect(await dropped(rejected)).toMatchObject({ status: 'completed' });
    expect(await dropped(rejected)).toMatchObject({ status: 'completed' });
    expect(await dropped(peopleFile(2))).toMatchObject({ status: 'completed' });
  });

  it('reimports an unchanged file while records expire, so that they do not', async () => {
    const bucket = await createImportBucket(engine);
    const { organizationId, table } = bucket;
    const { message } = bucket.drop('people/crm/a.csv', peopleFile(1));
    await bucket.drain(message);
    await updateOrganization(table, organizationId, { recordRetentionDays: 30 }, ACTOR);
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(1)).message);
    const [newest] = await importsOf(bucket);
    expect(newest).toMatchObject({ status: 'completed', counts: { people: { unchanged: 1 } } });
  });

  it('reimports unchanged people without a company, and links them once it is stored', async () => {
    const bucket = await createImportBucket(engine, { windowRows: 1 });
    const dropPeople = async () => {
      await bucket.drain(bucket.drop('people/crm/p.csv', 'id,Company Name\n0,Nowhere Inc.\n1,').message);
      return (await importsOf(bucket))[0]?.status;
    };
    // A step per row: the last one has no warning.
    bucket.limitTime(() => 60_000);
    expect(await dropPeople()).toBe('completed');
    await bucket.drain(bucket.drop('companies/crm/c.csv', 'id,name\n7,Nowhere Inc.').message);
    expect(await dropPeople()).toBe('completed');
    const companyId = createIdMaker(bucket.organizationId)('company', 'crm', '7');
    expect(await person(bucket, 'crm', '0')).toMatchObject({ companyId });
    expect(await dropPeople()).toBe('skipped');
  });

  it('reimports unchanged call lists, so that withdrawn numbers leave their entries', async () => {
    const bucket = await createImportBucket(engine);
    const dropBoth = async (doNotCall: string) => {
      const people = `id,Work Phone,Do Not Call\n0,+12025550143,${doNotCall}`;
      await bucket.drain(bucket.drop('people/crm/p.csv', people).message);
      await bucket.drain(
        bucket.drop('call-lists/crm/l.csv', 'list id,list name,contact id\nL,One,0').message,
      );
      const items = await engine.itemsOf(`ORG#${bucket.organizationId}#CALL_LIST#`);
      const entry = items.find(({ personId }) => personId !== undefined);
      return entry && (entry['phone'] ?? null);
    };
    expect(await dropBoth('no')).toEqual({ number: '+12025550143', type: 'work' });
    expect(await dropBoth('yes')).toBeNull();
  });

  it.each([
    ['imports/people.csv', /not of the form/],
    ['imports/00000000-0000-4000-8000-000000000000/people/crm/a.csv', /no organization/],
    ['imports/00000000-0000-4000-8000-000000000000/people/crm/../../b/a.csv', /"\." or "\.\."/],
    ['imports/00000000-0000-4000-8000-000000000000/people/./a.csv', /"\." or "\.\."/],
  ])('reports the problem of a file at %s', async (key, problem) => {
    const bucket = await createImportBucket(engine);
    const { message } = bucket.drop('x', '');
    const body = message.body.replace(/"key":"[^"]*"/, `"key":"${key}"`);
    await bucket.drain({ body, receives: 0 });
    expect(JSON.parse(bucket.text(`${key}.report.json`) ?? '').problem).toMatch(problem);
    expect(await importsOf(bucket)).toEqual([]);
  });

  it.each([
    ['imports a file with a key of 975 bytes', 975, undefined],
    ['rejects a file with a key of 976 bytes', 976, /at most 975 bytes/],
    ['rejects a file with a key as long as S3 allows', 1024, /at most 975 bytes/],
  ])('%s', async (_, bytes, problem) => {
    const bucket = await createImportBucket(engine);
    const start = `imports/${bucket.organizationId}/`;
    const path = `people/crm/${'a'.repeat(bytes % 2)}`;
    const name = 'ü'.repeat((bytes - Buffer.byteLength(`${start}${path}`)) / 2);
    const { key, message } = bucket.drop(`${path}${name}`, `${peopleFile(1)}\n1`);
    expect(Buffer.byteLength(key)).toBe(bytes);
    await bucket.drain(message);
    expect(await importsOf(bucket)).toHaveLength(problem === undefined ? 1 : 0);
    const written = [...bucket.objects.content.keys()].filter((each) => each !== key);
    expect(Math.max(...written.map((each) => Buffer.byteLength(each)))).toBeLessThanOrEqual(1024);
    const report = written.find((each) => each.endsWith('.report.json')) ?? '';
    expect(JSON.parse(bucket.text(report) ?? '').problem).toEqual(
      problem === undefined ? null : expect.stringMatching(problem),
    );
  });

  it('ignores files that an import wrote', async () => {
    const bucket = await createImportBucket(engine);
    const report = bucket.drop('people/crm/a.csv.report.json', '{}');
    const rejects = bucket.drop('people/crm/a.csv.rejects.csv', 'file\n');
    await bucket.drain(report.message, rejects.message, { body: '{"Event":"s3:TestEvent"}', receives: 0 });
    expect(await importsOf(bucket)).toEqual([]);
  });
});

describe('a file of rejected rows', () => {
  it('is imported once it is corrected', async () => {
    const bucket = await createImportBucket(engine);
    const source = 'id;First Name;Mobile\n1;Ann;\n2;Bea\n1;Cleo;x\n';
    const { key, message } = bucket.drop('people/crm/a.csv', source);
    await bucket.drain(message);
    const rejects = bucket.text(`${key}.rejects.csv`) ?? '';
    expect(rejects.split('\n').slice(0, 3)).toEqual([
      '\uFEFFid;First Name;Mobile;reason',
      expect.stringMatching(/^2;Bea;;"Line 3: the row has 2 cells/),
      expect.stringMatching(
        /^1;Cleo;x;Line 4: id: an earlier row .* \(“Merge rows of the same record” merges such/,
      ),
    ]);
    const corrected = rejects.replace('2;Bea;;', '2;Bea;+4915112345678;').replace('1;Cleo;x', '3;Cleo;');
    const again = bucket.drop('people/crm/corrected.csv', corrected);
    await bucket.drain(again.message);
    expect(JSON.parse(bucket.text(`${again.key}.report.json`) ?? '')).toMatchObject({
      status: 'completed',
      counts: { people: { read: 2, created: 2, rejected: 0, warnings: 0 } },
      columns: expect.arrayContaining([expect.objectContaining({ column: 'reason', as: 'skipped' })]),
    });
    expect(await person(bucket, 'crm', '2')).toMatchObject({
      phones: [{ number: '+4915112345678' }],
      customFields: {},
    });
    expect(bucket.objects.content.has(`${again.key}.rejects.csv`)).toBe(false);
  });

  it('never counts as complete', async () => {
    const bucket = await createImportBucket(engine);
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(3)).message);
    await bucket.putProfile({ isDeletingMissing: true });
    const rows = 'id,First Name,reason\n0,Ann,Line 2: wrong\n';
    const { key, message } = bucket.drop('people/crm/b.csv', rows);
    await bucket.drain(message);
    expect(JSON.parse(bucket.text(`${key}.report.json`) ?? '')).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('has the rejected rows of another import'),
    });
    expect(await person(bucket, 'crm', '2')).toBeDefined();
  });

  it('has JSON Lines of a JSON Lines file, and each rejected entry in its call list', async () => {
    const bucket = await createImportBucket(engine);
    const entries = [{ personId: 'nobody' }, { id: 'e', personId: 'p2' }];
    const list = { id: 'l1', name: 'Calls', entries };
    const { key, message } = bucket.drop('call-lists/crm/a.jsonl', `${JSON.stringify(list)}\n{"id":"l2"}\n`);
    await bucket.drain(message);
    const lines = bucket.text(`${key}.rejects.jsonl`)?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { reason: 'Line 2: name: a new call list needs one', id: 'l2' },
      { ...list, reason: 'Line 1: personId: there is no such person', entries: [entries[0]] },
      { ...list, reason: 'Line 1: personId: there is no such person', entries: [entries[1]] },
    ]);
  });

  it('has the columns of an export whose rows are rejected', async () => {
    const bucket = await createImportBucket(engine);
    const source = 'id,firstName,changedAt,customFields\nx1,Nora,,{\n';
    const { key, message } = bucket.drop('people/crm/export.csv', source);
    await bucket.drain(message);
    const rejects = bucket.text(`${key}.rejects.csv`) ?? '';
    expect(rejects).toMatch(
      /^\uFEFFid,firstName,changedAt,customFields,reason\nx1,Nora,,\{,"Line 2: column ""customFields""/,
    );
    const again = bucket.drop('people/crm/corrected.csv', rejects.replace(',{,', ',"{""tier"":1}",'));
    await bucket.drain(again.message);
    expect(await person(bucket, 'crm', 'x1')).toMatchObject({ firstName: 'Nora', customFields: { tier: 1 } });
  });
});

describe('a long import', () => {
  const text = [
    'id,First Name',
    ...Array.from({ length: 20 }, (_, id) => (id % 3 === 0 ? `${id}` : `${id},Ann of Nowhere`)),
  ].join('\n');
  const outcomeOf = async (bucket: Bucket, key: string) => {
    const { counts, status, bytesRead } = await onlyImportOf(bucket);
    return { counts, status, bytesRead, rejects: bucket.text(`${key}.rejects.csv`) };
  };

  it('continues in further steps with the same result as in one', async () => {
    const whole = await createImportBucket(engine, { windowRows: 3 });
    const one = whole.drop('people/crm/a.csv', text);
    expect(await whole.drain(one.message)).toBe(1);
    const stepped = await createImportBucket(engine, { windowRows: 3 });
    stepped.limitTime(() => 60_000);
    const other = stepped.drop('people/crm/a.csv', text);
    expect(await stepped.drain(other.message)).toBeGreaterThan(4);
    const expected = await outcomeOf(whole, one.key);
    expect(expected.counts?.people).toMatchObject({ read: 20, created: 13, rejected: 7 });
    expect(await outcomeOf(stepped, other.key)).toEqual(expected);
    expect(await auditActions(stepped)).toEqual(['import.started', 'import.finished completed']);
  });

  it.each([
    ['an unavailable table', new TableUnavailableError('throttled')],
    ['a lost process', new Error('killed')],
  ])('survives %s', async (_, error) => {
    const bucket = await createImportBucket(engine, { windowRows: 3 });
    const { key, message } = bucket.drop('people/crm/a.csv', text);
    const pieces = Math.ceil(text.length / 64);
    let reads = 0;
    bucket.objects.onRead = () => {
      reads += 1;
      // The first attempt also hashes the file. Each reads the first line, the header and all rows before it
      // imports.
      const first = 2 * pieces + 2 + 2;
      if (reads === first || reads === first + 2 + pieces + 3) throw error;
    };
    expect(await bucket.drain(message)).toBe(3);
    const outcome = await outcomeOf(bucket, key);
    expect(outcome).toMatchObject({
      status: 'completed',
      counts: { people: { read: 20, created: 13, rejected: 7 } },
    });
    expect(outcome.rejects?.split('\n')).toHaveLength(9);
  });

  it('leaves an import to the invocation that holds its lease, until it expires', async () => {
    const bucket = await createImportBucket(engine);
    const { message } = bucket.drop('people/crm/a.csv', text);
    bucket.objects.onRead = () => {
      throw new TableUnavailableError('not yet');
    };
    expect(await bucket.receive(message)).toBe(false);
    bucket.objects.onRead = () => undefined;
    const item = await onlyImportOf(bucket);
    expect(await takeLease(bucket.table, jobOf(item), 'killed', Date.now() + 3_600_000, Date.now())).toBe(
      true,
    );
    // Nothing repeats the message while the import runs.
    expect(await bucket.receive(message)).toBe(true);
    expect((await onlyImportOf(bucket)).status).toBe('running');
    await takeLease(bucket.table, jobOf(item), 'expired', 0, Date.now() + 7_200_000);
    expect(await bucket.receive(message)).toBe(true);
    expect((await onlyImportOf(bucket)).status).toBe('completed');
  });

  /** Leaves the lease as an invocation does whose process is killed. */
  const loseProcess = ({ table, organizationId }: Bucket) =>
    table.writer.update(
      updateOf(jobLeaseKey(peopleLine(organizationId)), { owner: 'killed', leaseUntil: 1 }),
    );

  it('ends with its report, even if the bucket rejected the report at first', async () => {
    const bucket = await createImportBucket(engine);
    const { key, message } = bucket.drop('people/crm/a.csv', text);
    const { write } = bucket.objects;
    let failures = 0;
    bucket.objects.write = async (written, content) => {
      if (written.endsWith('.report.json') && failures < 2) {
        failures += 1;
        throw Object.assign(new Error('Slow down.'), { name: 'TimeoutError' });
      }
      await write.call(bucket.objects, written, content);
    };
    expect(await bucket.receive(message)).toBe(false);
    expect(await bucket.receive(message)).toBe(false);
    expect(await onlyImportOf(bucket)).toMatchObject({ status: 'running', finishedAt: null });
    expect(await bucket.drain(message)).toBe(1);
    expect(await onlyImportOf(bucket)).toMatchObject({
      status: 'completed',
      counts: { people: { read: 20, created: 13, rejected: 7 } },
    });
    expect(JSON.parse(bucket.text(`${key}.report.json`) ?? '')).toMatchObject({ status: 'completed' });
    expect(await auditActions(bucket)).toEqual(['import.started', 'import.finished completed']);
  });

  it('fails after five lost processes, and lets the next import run', async () => {
    const bucket = await createImportBucket(engine);
    const { message } = bucket.drop('people/crm/a.csv', text);
    bucket.objects.onRead = () => {
      throw new TableUnavailableError('throttled');
    };
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await bucket.receive(message)).toBe(false);
      await loseProcess(bucket);
    }
    expect(await onlyImportOf(bucket)).toMatchObject({ status: 'running' });
    bucket.objects.onRead = () => undefined;
    await bucket.drain(bucket.drop('people/crm/b.csv', peopleFile(1)).message, message);
    expect((await importsOf(bucket)).map(({ fileName, status }) => [fileName, status])).toEqual([
      ['b.csv', 'completed'],
      ['a.csv', 'failed'],
    ]);
    expect((await importsOf(bucket))[1]?.problem).toContain('out of memory');
  });

  it('survives any number of lost processes as long as it makes progress', async () => {
    const bucket = await createImportBucket(engine, { windowRows: 2 });
    bucket.limitTime(() => 60_000);
    let message: (typeof bucket.queue)[number] | undefined = bucket.drop('people/crm/a.csv', text).message;
    let steps = 0;
    for (; message !== undefined; message = bucket.queue.shift()) {
      await bucket.receive(message);
      steps += 1;
      if ((await onlyImportOf(bucket)).status === 'running') await loseProcess(bucket);
    }
    expect(steps).toBeGreaterThan(6);
    expect(await onlyImportOf(bucket)).toMatchObject({
      status: 'completed',
      counts: { people: { read: 20 } },
    });
  });

  it('continues elsewhere once its invocation has no time left and may be frozen', async () => {
    const bucket = await createImportBucket(engine, { leaseMilliseconds: 300 });
    const leasedUntil = async () =>
      (await readJobQueue(bucket.table.reader, peopleLine(bucket.organizationId))).lease?.until ?? 0;
    const { message } = bucket.drop('people/crm/a.csv', text);
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
    bucket.objects.onRead = () => resumed;
    const received = bucket.receive(message);
    await expect.poll(leasedUntil).toBeGreaterThan(0);
    const first = await leasedUntil();
    await expect.poll(leasedUntil).toBeGreaterThan(first);
    bucket.limitTime(() => 60_000);
    const item = await onlyImportOf(bucket);
    const take = () => takeLease(bucket.table, jobOf(item), 'next', Date.now() + 60_000, Date.now());
    await expect.poll(take).toBe(true);
    resume();
    await received;
  });

  it('keeps its turn after a lost process, even before a late file that arrived earlier', async () => {
    const bucket = await createImportBucket(engine, { windowRows: 2 });
    bucket.limitTime(() => 60_000);
    const earlier = bucket.drop('people/crm/a.csv', peopleFile(8, 'A')).message;
    await bucket.receive(bucket.drop('people/crm/b.csv', peopleFile(8, 'B')).message);
    const [continuation] = bucket.queue.splice(0);
    await loseProcess(bucket);
    await bucket.receive(earlier);
    await bucket.drain(...(continuation === undefined ? [] : [continuation]));
    const [b, a] = await importsOf(bucket);
    expect([b?.fileName, b?.status, a?.status]).toEqual(['b.csv', 'completed', 'completed']);
    expect(String(b?.finishedAt) <= String(a?.startedAt)).toBe(true);
  });

  it('fails after repeated unexpected errors', async () => {
    const bucket = await createImportBucket(engine);
    const { message } = bucket.drop('people/crm/a.csv', text);
    bucket.objects.onRead = () => {
      throw new Error('a bug');
    };
    expect(await bucket.drain(message)).toBe(5);
    expect(await onlyImportOf(bucket)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('internal'),
    });
  });
});

describe('several files', () => {
  it('imports files of one kind one at a time, in order, and other kinds concurrently', async () => {
    const bucket = await createImportBucket(engine, { windowRows: 2 });
    bucket.limitTime(() => 60_000);
    const first = bucket.drop('people/crm/a.csv', peopleFile(8, 'A')).message;
    const second = bucket.drop('people/crm/b.csv', peopleFile(8, 'B')).message;
    const company = bucket.drop('companies/crm/c.csv', 'id,name\n1,Nowhere').message;
    await Promise.all([bucket.receive(first).then(() => bucket.receive(second)), bucket.receive(company)]);
    await bucket.drain();
    const items = await importsOf(bucket);
    expect(items.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    const [a, b] = ['a.csv', 'b.csv'].map((name) => items.find(({ fileName }) => fileName === name));
    expect(String(a?.finishedAt) <= String(b?.startedAt)).toBe(true);
    expect(b?.counts?.people).toMatchObject({ changed: 8 });
    expect(await person(bucket, 'crm', '7')).toMatchObject({ firstName: 'AnnB' });
  });

  it('imports waiting files in order of arrival, even if their notifications are not', async () => {
    const bucket = await createImportBucket(engine, { windowRows: 2 });
    bucket.limitTime(() => 60_000);
    await bucket.receive(bucket.drop('people/crm/running.csv', peopleFile(8)).message);
    const first = bucket.drop('people/crm/a.csv', peopleFile(8, 'A')).message;
    const second = bucket.drop('people/crm/b.csv', peopleFile(8, 'B')).message;
    await bucket.receive(second);
    await bucket.receive(first);
    await bucket.drain();
    const items = await importsOf(bucket);
    expect(items.map(({ fileName, status }) => [fileName, status])).toEqual([
      ['b.csv', 'completed'],
      ['a.csv', 'completed'],
      ['running.csv', 'completed'],
    ]);
    expect(await person(bucket, 'crm', '7')).toMatchObject({ firstName: 'AnnB' });
  });

  it('continues with the next file if another message ended the import before it got the lease', async () => {
    const bucket = await createImportBucket(engine);
    const { organizationId, table } = bucket;
    const { message } = bucket.drop('people/crm/a.csv', peopleFile(1));
    bucket.objects.onRead = () => {
      throw new TableUnavailableError('throttled');
    };
    await bucket.receive(message);
    bucket.objects.onRead = () => undefined;
    const { id: importId } = await onlyImportOf(bucket);
    const next = someImport(organizationId, { status: 'queued', queuedAt: at(0) });
    let hasEnded = false;
    const writer: typeof table.writer = {
      ...table.writer,
      async update(operation) {
        if (!hasEnded) {
          hasEnded = true;
          await bucket.drain(message);
          await insertImport(table, next);
        }
        return table.writer.update(operation);
      },
    };
    const sent: ImportMessage[] = [];
    const runStep = vi.fn(async () => undefined);
    await advanceJob(
      {
        table: { ...table, writer },
        store: IMPORTS,
        messages: { send: async (message) => void sent.push(message) },
        progressOf: ({ progress }) => progress?.rows,
        leaseMilliseconds: 60_000,
        runStep,
      },
      { organizationId, kind: 'people' },
      importId,
      'late',
    );
    expect(runStep).not.toHaveBeenCalled();
    expect(sent).toEqual([IMPORTS.kind.messageOf(next, next.id)]);
    const { lease } = await readJobQueue(table.reader, peopleLine(organizationId));
    expect(lease).toMatchObject({ jobId: next.id, owner: null });
    expect((await importsOf(bucket)).find(({ id }) => id === importId)?.status).toBe('completed');
  });
});

describe('an import that deletes what is missing', () => {
  const createDeletingBucket = async () => {
    const bucket = await createImportBucket(engine);
    await bucket.putProfile({ isDeletingMissing: true });
    return bucket;
  };

  it('waits for confirmation of many deletions, and then deletes', async () => {
    const bucket = await createDeletingBucket();
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(10)).message);
    expect((await onlyImportOf(bucket)).deletions).toEqual({ missing: 0, deleted: 0, stopped: null });
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(8)).message);
    const [waiting] = await importsOf(bucket);
    if (waiting === undefined) throw new Error('There is no import.');
    expect(waiting).toMatchObject({
      status: 'awaiting_confirmation',
      deletions: { missing: 2, deleted: 0, stopped: expect.stringContaining('10 %') },
    });
    expect(await person(bucket, 'crm', '9')).toBeDefined();
    await IMPORTS.change(bucket.table, waiting, { status: 'queued', queuedAt: at(0), confirmedDeletions: 2 });
    await bucket.drain({ body: messageOf(waiting), receives: 0 });
    const [confirmed] = await importsOf(bucket);
    expect(confirmed).toMatchObject({
      status: 'completed',
      deletions: { missing: 2, deleted: 2, stopped: null },
      counts: waiting.counts,
    });
    expect(await person(bucket, 'crm', '9')).toBeUndefined();
    expect(await person(bucket, 'crm', '7')).toBeDefined();
  });

  it('deletes in its own step, even if reading the file leaves that step little time', async () => {
    const bucket = await createDeletingBucket();
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(20)).message);
    bucket.limitTime(() => 200_000);
    // A step for the rows, and one for the deletions.
    expect(await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(19)).message)).toBe(2);
    const [ended] = await importsOf(bucket);
    expect(ended).toMatchObject({ status: 'completed', deletions: { missing: 1, deleted: 1 } });
  });

  it('continues long deletions in further steps', async () => {
    const bucket = await createDeletingBucket();
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(200)).message);
    bucket.limitTime(() => 60_000);
    const { message } = bucket.drop('people/crm/a.csv', peopleFile(180));
    const newest = async () => (await importsOf(bucket))[0];
    // A step for the rows. The next ones have no time left, and make the deletions that they have begun.
    expect(await bucket.receive(message)).toBe(true);
    for (const deleted of [8, 16]) {
      expect(await bucket.receive(bucket.queue.shift() ?? message)).toBe(true);
      expect(await newest()).toMatchObject({
        status: 'running',
        deletions: { missing: 20, deleted, stopped: null },
      });
    }
    expect(await bucket.drain()).toBe(1);
    expect(await newest()).toMatchObject({ status: 'completed', deletions: { missing: 20, deleted: 20 } });
    expect(await person(bucket, 'crm', '199')).toBeUndefined();
    expect(await person(bucket, 'crm', '179')).toBeDefined();
  });

  it('waits for another confirmation if more is missing once interrupted deletions continue', async () => {
    const bucket = await createDeletingBucket();
    const { organizationId, table } = bucket;
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(200)).message);
    bucket.limitTime(() => 60_000);
    const { message } = bucket.drop('people/crm/a.csv', peopleFile(180));
    await bucket.receive(message);
    await bucket.receive(bucket.queue.shift() ?? message);
    const newer = {
      name: 'newer.csv',
      open: async function* () {
        yield Buffer.from(peopleFile(250));
      },
    };
    const { client, tableName } = engine;
    await importFiles({ client, tableName, organizationId, source: 'crm', files: { people: newer } });
    await bucket.drain();
    const [waiting] = await importsOf(bucket);
    if (waiting === undefined) throw new Error('There is no import.');
    // The newer file also stores the deleted 8 again.
    expect(waiting).toMatchObject({
      status: 'awaiting_confirmation',
      deletions: {
        missing: 70,
        deleted: 8,
        stopped: expect.stringContaining('70 records would be deleted, not 12'),
      },
    });
    expect(await person(bucket, 'crm', '249')).toBeDefined();
    bucket.limitTime(() => 900_000);
    await IMPORTS.change(table, waiting, { status: 'queued', queuedAt: at(0), confirmedDeletions: 70 });
    await bucket.drain({ body: messageOf(waiting), receives: 0 });
    expect((await importsOf(bucket))[0]).toMatchObject({
      status: 'completed',
      deletions: { missing: 78, deleted: 78, stopped: null },
    });
    expect(await person(bucket, 'crm', '180')).toBeUndefined();
  });

  it('fails instead of making confirmed deletions once a later file was imported', async () => {
    const bucket = await createDeletingBucket();
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(10)).message);
    await bucket.drain(bucket.drop('people/crm/b.csv', peopleFile(5)).message);
    const [waiting] = await importsOf(bucket);
    if (waiting === undefined) throw new Error('There is no import.');
    await bucket.drain(bucket.drop('people/crm/c.csv', peopleFile(10)).message);
    await IMPORTS.change(bucket.table, waiting, { status: 'queued', queuedAt: at(0), confirmedDeletions: 5 });
    await bucket.drain({ body: messageOf(waiting), receives: 0 });
    expect((await importsOf(bucket)).find(({ id }) => id === waiting.id)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('Another import of this source finished'),
    });
    expect(await person(bucket, 'crm', '9')).toBeDefined();
  });

  it('fails if a file that arrived later is already imported, and can be repeated', async () => {
    const bucket = await createDeletingBucket();
    await bucket.drain(bucket.drop('people/crm/a.csv', peopleFile(20)).message);
    const earlier = bucket.drop('people/crm/monday.csv', peopleFile(20, ' of Monday')).message;
    const later = bucket.drop('people/crm/tuesday.csv', peopleFile(21, ' of Tuesday')).message;
    await bucket.drain(later, earlier);
    const items = await importsOf(bucket);
    expect(items.map(({ fileName, status }) => [fileName, status])).toEqual([
      ['tuesday.csv', 'completed'],
      ['monday.csv', 'failed'],
      ['a.csv', 'completed'],
    ]);
    expect(items[1]?.problem).toContain('that arrived later is already imported');
    expect(await person(bucket, 'crm', '0')).toMatchObject({ firstName: 'Ann of Tuesday' });
    expect(await person(bucket, 'crm', '20')).toBeDefined();
    if (items[1] === undefined) throw new Error('There is no import.');
    const repeated = { ...items[1], id: randomUUID(), createdAt: at(60_000), isRepeat: true, version: 1 };
    await insertImport(bucket.table, { ...repeated, status: 'queued', queuedAt: at(0) });
    await bucket.drain({ body: messageOf(repeated), receives: 0 });
    expect((await importsOf(bucket))[0]).toMatchObject({
      status: 'completed',
      deletions: { missing: 1, deleted: 1 },
    });
  });
});

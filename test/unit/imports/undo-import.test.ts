import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOperations } from '../../../functions/imports/manage-imports/handler.ts';
import type { Import } from '../../../shared/imports/import.ts';
import { importEvents } from '../../../shared/imports/import-events.ts';
import {
  IMPORTS,
  type ImportMessage,
  listImports,
  readImport,
} from '../../../shared/imports/import-repository.ts';
import { createImportFence, orderOf } from '../../../shared/imports/source-state.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { callListKey, companyKey, personKey } from '../../../shared/table/items/keys.ts';
import { updateOf } from '../../../shared/table/items/update-expression.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { proxyEvent } from '../../support/http/proxy-event.ts';
import { createFakeImportBucket } from '../../support/imports/fake-import-bucket.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  engine = await startTestEngine();
});
afterAll(() => engine.stop());

type Bucket = Awaited<ReturnType<typeof createImportBucket>>;

const people = (ids: readonly number[], title = 'CEO'): string =>
  ['id,First Name,Job Title', ...ids.map((id) => `${id},Ann,${title}`)].join('\n');

/** Drops a file, and returns its import once it has ended. */
const dropped = async (bucket: Bucket, path: string, content: string): Promise<Import> => {
  const { key, message } = bucket.drop(path, content);
  await bucket.drain(message);
  const { imports } = await listImports(bucket.table.reader, bucket, { limit: 50 });
  const found = imports.find(({ objectKey }) => objectKey === key);
  if (found === undefined) throw new Error('There is no import.');
  return found;
};

const reload = async ({ table, organizationId }: Bucket, { id }: Import): Promise<Import> => {
  const found = await readImport(table.reader, organizationId, id);
  if (found === undefined) throw new Error('The import is gone.');
  return found;
};

/** Asks for an undo as an admin. Does not run it. */
const askUndo = async (bucket: Bucket, { id }: Import): Promise<number> => {
  const { organizationId, table, queue } = bucket;
  const operations = createOperations({
    table,
    bucket: createFakeImportBucket(),
    messages: {
      send: async (message: ImportMessage) => void queue.push({ body: JSON.stringify(message), receives: 0 }),
    },
  });
  const undo = operations.find(({ route }) => route.path === '/imports/{id}/undo');
  const event = proxyEvent({ organizationId, resource: '/imports/{id}/undo', id });
  const answer = await undo?.run({ ...event, body: null }, { organizationId, actor: ACTOR, role: 'admin' });
  return answer?.status ?? 0;
};

/** Undoes an import, and returns it once that has ended. */
const undone = async (bucket: Bucket, item: Import): Promise<Import> => {
  expect(await askUndo(bucket, item)).toBe(202);
  await bucket.drain();
  return reload(bucket, item);
};

const idOf = (bucket: Bucket, kind: 'person' | 'company' | 'call_list', ...path: string[]): string =>
  createIdMaker(bucket.organizationId)(kind, 'crm', ...path);

const KEYS = { person: personKey, company: companyKey, call_list: callListKey } as const;

const stored = async (bucket: Bucket, kind: keyof typeof KEYS, ...path: string[]) =>
  existing(
    await bucket.table.reader.get(KEYS[kind](bucket.organizationId, idOf(bucket, kind, ...path)), {
      consistentRead: true,
    }),
  );

const storedPeople = async (bucket: Bucket, ids: readonly number[]): Promise<readonly number[]> => {
  const found = await Promise.all(ids.map((id) => stored(bucket, 'person', String(id))));
  return ids.filter((_, index) => found[index] !== undefined);
};

/** Begins a later import of the same source by a command. */
const importByCommand = async ({ table }: Bucket, earlier: Parameters<typeof orderOf>[0]): Promise<void> => {
  const order = {
    ...orderOf(earlier),
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    isCommand: true,
  };
  await createImportFence(table, order).begin();
};

const auditOf = async ({ organizationId }: Bucket) =>
  (await engine.itemsOf(`AUDIT_LOG#${organizationId}`))
    .toSorted((one, other) => (String(one['sk']) < String(other['sk']) ? -1 : 1))
    .map(({ action, details }) => ({ action, details }));

describe('an import that only created records', () => {
  it('is undone with the companies that its people named, and may then be imported again', async () => {
    const bucket = await createImportBucket(engine);
    await bucket.putProfile({ isCreatingCompanies: true });
    const text = 'id,First Name,Company Name\n1,Ann,Nowhere\n2,Bea,\n2,Cleo,';
    const first = await dropped(bucket, 'people/crm/a.csv', text);
    expect(first.counts).toMatchObject({ people: { created: 2, rejected: 1 }, companiesCreatedForPeople: 1 });
    const after = await undone(bucket, first);
    expect(after).toMatchObject({
      status: 'undone',
      queuedAt: null,
      undo: { startedBy: ACTOR, deleted: 3, problem: null, statusBefore: 'completed' },
    });
    expect(await storedPeople(bucket, [1, 2])).toEqual([]);
    expect(await stored(bucket, 'company', 'name', 'nowhere')).toBeUndefined();
    expect((await auditOf(bucket)).slice(-5)).toEqual([
      { action: 'import.undo_started', details: { kind: 'people', source: 'crm', file: 'a.csv' } },
      { action: 'person.deleted', details: {} },
      { action: 'person.deleted', details: {} },
      { action: 'company.deleted', details: {} },
      {
        action: 'import.undo_finished',
        details: { kind: 'people', source: 'crm', file: 'a.csv', deleted: 3, kept: 0 },
      },
    ]);
    expect(await dropped(bucket, 'people/crm/again.csv', people([1, 2]))).toMatchObject({
      status: 'completed',
      counts: { people: { created: 2 } },
    });
    await expect(askUndo(bucket, first)).rejects.toThrow('already undone');
  });

  it('is undone if it imported companies', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'companies/crm/c.csv', 'id,Name\nc1,Nowhere\n');
    expect(await undone(bucket, first)).toMatchObject({ status: 'undone', undo: { deleted: 1 } });
    expect(await stored(bucket, 'company', 'c1')).toBeUndefined();
  });

  it('imports the same content again after an undo, which would be skipped otherwise', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1]));
    expect(await dropped(bucket, 'people/crm/b.csv', people([1]))).toMatchObject({ status: 'skipped' });
    await undone(bucket, first);
    expect(await dropped(bucket, 'people/crm/c.csv', people([1]))).toMatchObject({ status: 'completed' });
    expect(await storedPeople(bucket, [1])).toEqual([1]);
  });

  it('keeps what has been changed since, whoever changed it', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1, 2, 3]));
    const change = JSON.stringify({ id: idOf(bucket, 'person', '2'), title: 'CTO' });
    await dropped(bucket, 'people/other/b.jsonl', change);
    expect(await undone(bucket, first)).toMatchObject({ status: 'undone', undo: { deleted: 2 } });
    expect(await storedPeople(bucket, [1, 2, 3])).toEqual([2]);
    expect((await auditOf(bucket)).at(-1)?.details).toMatchObject({ deleted: 2, kept: 1 });
  });

  it('keeps records that another import created at the same time', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1]));
    await dropped(bucket, 'people/other/b.csv', people([1]));
    await undone(bucket, first);
    const other = createIdMaker(bucket.organizationId)('person', 'other', '1');
    expect(
      existing(
        await bucket.table.reader.get(personKey(bucket.organizationId, other), { consistentRead: true }),
      ),
    ).toBeDefined();
  });

  it('deletes its call lists, but keeps those to which others added entries', async () => {
    const bucket = await createImportBucket(engine);
    await dropped(bucket, 'people/crm/p.csv', people([1, 2, 3]));
    const lists = 'id,name,personId\nl1,Mine,1\nl1,Mine,2\nl2,Shared,1\nl2,Shared,2\nl3,Empty,\n';
    const first = await dropped(bucket, 'call-lists/crm/l.csv', lists);
    expect(first.counts).toMatchObject({ callLists: { created: 3 }, callListEntries: { created: 4 } });
    const entry = { personId: idOf(bucket, 'person', '3') };
    const added = JSON.stringify({ id: idOf(bucket, 'call_list', 'l2'), entries: [entry] });
    await dropped(bucket, 'call-lists/other/m.jsonl', added);
    const after = await undone(bucket, first);
    expect(after).toMatchObject({ status: 'undone', undo: { deleted: 6 } });
    expect(await stored(bucket, 'call_list', 'l1')).toBeUndefined();
    expect(await stored(bucket, 'call_list', 'l3')).toBeUndefined();
    expect(await stored(bucket, 'call_list', 'l2')).toMatchObject({ entryCount: 1 });
    expect(await storedPeople(bucket, [1, 2, 3])).toEqual([1, 2, 3]);
  });
});

describe('an undo', () => {
  const many = Array.from({ length: 250 }, (_, id) => id);

  it('continues in further steps, and after a lost process', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people(many));
    await askUndo(bucket, first);
    bucket.limitTime(() => 60_000);
    const { transact } = bucket.table.writer;
    let writes = 0;
    const failing = vi.spyOn(bucket.table.writer, 'transact').mockImplementation((...write) => {
      writes += 1;
      if (writes === 220) throw new TableUnavailableError('not now');
      return transact(...write);
    });
    expect(await bucket.drain()).toBeGreaterThan(2);
    failing.mockRestore();
    const after = await reload(bucket, first);
    expect(after.status).toBe('undone');
    expect(after.undo?.deleted).toBe(many.length);
    expect(await storedPeople(bucket, many)).toEqual([]);
  });

  it('stops without a trace in events once another import of the source has begun', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1, 2]));
    await askUndo(bucket, first);
    const undoing = await reload(bucket, first);
    await importByCommand(bucket, first);
    await bucket.drain();
    const after = await reload(bucket, first);
    expect(after).toMatchObject({
      status: 'completed',
      queuedAt: null,
      undo: { deleted: 0, problem: expect.stringContaining('Another import of this source has begun') },
    });
    expect(await storedPeople(bucket, [1, 2])).toEqual([1, 2]);
    expect(importEvents({ before: { ...undoing }, after: { ...after } } as never)).toEqual([]);
  });

  it('stops if another import of the source begins while it deletes', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1, 2]));
    await askUndo(bucket, first);
    const { writer } = bucket.table;
    const { transact } = writer;
    let hasBegun = false;
    const racing = vi.spyOn(writer, 'transact').mockImplementation(async (operations) => {
      const writes = typeof operations === 'function' ? operations(new Date()) : operations;
      if (!hasBegun && JSON.stringify(writes).includes('person.deleted')) {
        hasBegun = true;
        await importByCommand(bucket, first);
      }
      return transact(operations);
    });
    await bucket.drain();
    racing.mockRestore();
    expect(hasBegun).toBe(true);
    const problem = expect.stringContaining('Another import of this source has begun');
    expect(await reload(bucket, first)).toMatchObject({ status: 'completed', undo: { problem } });
    // The other one may be deleted before the import has begun.
    expect(await storedPeople(bucket, [1, 2])).not.toEqual([]);
  });

  it('keeps a record that is changed after it was found', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1, 2]));
    await askUndo(bucket, first);
    const { reader, writer } = bucket.table;
    const key = personKey(bucket.organizationId, idOf(bucket, 'person', '1'));
    const { get } = reader;
    const reading = vi.spyOn(reader, 'get').mockImplementation(async (read, options) => {
      if (read.pk === key.pk) await writer.update(updateOf(key, { mark: 'another~0', version: 2 }, {}));
      return get(read, options);
    });
    await bucket.drain();
    reading.mockRestore();
    expect(await reload(bucket, first)).toMatchObject({ status: 'undone', undo: { deleted: 1 } });
    expect(await storedPeople(bucket, [1, 2])).toEqual([1]);
  });

  it('keeps everything if an import that waited before it has run', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1, 2]));
    const waiting = bucket.drop('people/crm/b.csv', people([1, 2, 3]));
    await askUndo(bucket, first);
    bucket.queue.unshift(waiting.message);
    await bucket.drain();
    expect(await reload(bucket, first)).toMatchObject({ status: 'completed', undo: { deleted: 0 } });
    expect(await storedPeople(bucket, [1, 2, 3])).toEqual([1, 2, 3]);
  });

  it('is started once, however often it is asked for', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1]));
    await askUndo(bucket, first);
    await askUndo(bucket, first);
    expect(bucket.queue).toHaveLength(1);
    await bucket.drain();
    const actions = (await auditOf(bucket)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'import.undo_started')).toHaveLength(1);
    expect(await reload(bucket, first)).toMatchObject({ status: 'undone', undo: { deleted: 1 } });
  });
});

describe('an import that did more than create records', () => {
  it.each<[string, (bucket: Bucket) => Promise<Import>, RegExp]>([
    [
      'changed some',
      async (bucket) => {
        await dropped(bucket, 'people/crm/a.csv', people([1]));
        return dropped(bucket, 'people/crm/b.csv', people([1, 2], 'CTO'));
      },
      /changed 1 record, whose earlier values are not kept/,
    ],
    [
      'deleted some',
      async (bucket) => {
        const item = await dropped(bucket, 'people/crm/a.csv', people([1]));
        const deletions = { missing: 2, deleted: 2, stopped: null };
        return (await IMPORTS.change(bucket.table, item, { deletions })) ?? item;
      },
      /deleted 2 records/,
    ],
    [
      'created none',
      async (bucket) => dropped(bucket, 'people/crm/a.csv', 'id,First Name\n1'),
      /created no records/,
    ],
    [
      'has not finished',
      async (bucket) => {
        const item = await dropped(bucket, 'people/crm/a.csv', people([1]));
        return (await IMPORTS.change(bucket.table, item, { status: 'running' })) ?? item;
      },
      /has not finished/,
    ],
  ])('cannot be undone: it %s', async (_, prepare, reason) => {
    const bucket = await createImportBucket(engine);
    await expect(askUndo(bucket, await prepare(bucket))).rejects.toThrow(reason);
  });

  it('cannot be undone before later imports of its source are', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1]));
    const second = await dropped(bucket, 'people/crm/b.csv', people([1, 2]));
    await dropped(bucket, 'people/other/c.csv', people([9]));
    await expect(askUndo(bucket, first)).rejects.toThrow('Undo that one first');
    expect(await undone(bucket, second)).toMatchObject({ status: 'undone', undo: { deleted: 1 } });
    expect(await undone(bucket, first)).toMatchObject({ status: 'undone', undo: { deleted: 1 } });
    expect(await storedPeople(bucket, [1, 2])).toEqual([]);
  });

  it('cannot be undone once a command has imported the source', async () => {
    const bucket = await createImportBucket(engine);
    const first = await dropped(bucket, 'people/crm/a.csv', people([1]));
    await importByCommand(bucket, first);
    await expect(askUndo(bucket, first)).rejects.toThrow('A later `npm run import`');
  });
});

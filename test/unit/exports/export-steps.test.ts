import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { RESERVED_MILLISECONDS } from '../../../functions/runtime/advance-by-message.ts';
import { EXPORT_FORMATS } from '../../../shared/contract/exports/export-limits.ts';
import { exportEraser } from '../../../shared/exports/erase-exports.ts';
import { type Export, objectsNamedBy } from '../../../shared/exports/export.ts';
import { EXPORTS } from '../../../shared/exports/export-repository.ts';
import { filesPrefix } from '../../../shared/exports/object-keys.ts';
import { ExportFiles, FILE_LIMITS } from '../../../shared/exports/steps/export-files.ts';
import { ExportStep } from '../../../shared/exports/steps/export-step.ts';
import { takeLease } from '../../../shared/jobs/job-lease.ts';
import { LostLeaseError } from '../../../shared/jobs/keep-lease.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { type TableReader, TableUnavailableError } from '../../../shared/table/reader.ts';
import type { Table } from '../../../shared/table/table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { createFakeBus } from '../../support/events/fake-bus.ts';
import { recordsOfFile } from '../../support/exports/exported-files.ts';
import { createTestExporter } from '../../support/exports/exporter.ts';
import { createSmallOrganization, peopleRows } from '../../support/exports/small-organization.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

type Exporter = ReturnType<typeof createTestExporter>;

const RETRY = () => setTimeout(20_000);

/** A table whose calls run code before. */
const hooked = (table: Table, before: (method: string, ...args: readonly unknown[]) => unknown): Table => {
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        return async (...args: readonly unknown[]) => {
          await before(String(name), ...args);
          return Reflect.apply(Object(Reflect.get(target, name)), target, args);
        };
      },
    });
  return { reader: wrap(table.reader), writer: wrap(table.writer) };
};

/** Whether a transaction stores an export in a state. */
const stores = (operations: unknown, state: string): boolean =>
  Array.isArray(operations) && operations.some(({ put }) => put?.Item.state === state);

/** The ids of the exported records, in order. */
const exportedIds = async ({ objects }: Exporter, { files }: Export): Promise<readonly unknown[]> => {
  const contents = files.map(({ key }) => objects.content.get(key) ?? Buffer.alloc(0));
  return (await Promise.all(contents.map((each) => recordsOfFile('jsonl', each)))).flat().map(({ id }) => id);
};

const expectNamedObjects = async ({ objects }: Exporter, item: Export): Promise<void> => {
  const named = objectsNamedBy(item);
  expect([...(await objects.list(filesPrefix(item)))].sort()).toEqual(named.sort());
};

describe('the end of an export', () => {
  it.each([
    ['changed', 0],
    ['unchanged', 90_000],
  ])('is repeated if it cannot be stored, with %s records', async (_, wait) => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople } = await createSmallOrganization();
      await importPeople(peopleRows(3));
      await setTimeout(wait);
      let failures = 0;
      const failing = hooked(table, (method, operations) => {
        if (method !== 'transact' || !stores(operations, 'completed') || failures === 7) return;
        failures += 1;
        throw new TableUnavailableError('throttled');
      });
      const exporter = createTestExporter(failing);
      const created = await exporter.create(organizationId);
      await exporter.drain(RETRY);
      const item = await exporter.read(created);
      expect([item.state, failures]).toEqual(['completed', 7]);
      expect(await exportedIds(exporter, item)).toHaveLength(3);
      await expectNamedObjects(exporter, item);
    });
  });

  it('deletes what attempts that were given up left', async () => {
    await inVirtualTime(async () => {
      const { organizationId, table, importPeople } = await createSmallOrganization();
      await importPeople(peopleRows(3));
      const exporter = createTestExporter(table);
      const { objects } = exporter;
      const created = await exporter.create(organizationId);
      const store = objects.write.bind(objects);
      objects.write = async (key, content) => {
        await store(key, content);
        if (objects.content.size === 1) throw new TableUnavailableError('The answer was lost.');
      };
      await exporter.drain(RETRY);
      expect(objects.content.size).toBe(2);
      await expectNamedObjects(exporter, await exporter.read(created));
    });
  });

  it('deletes all files if the export fails', async () => {
    await inVirtualTime(async () => {
      const { organizationId, table, importPeople, settle } = await createSmallOrganization();
      await importPeople(peopleRows(9));
      await settle();
      const exporter = createTestExporter(
        hooked(table, (method) => {
          if (method === 'getMany' && exporter.objects.content.size >= 4) throw new Error('A bug.');
        }),
        { pageSize: 3, fileLimits: { records: 3, bytes: 1_000_000 } },
      );
      const created = await exporter.create(organizationId);
      await exporter.drain(RETRY);
      const item = await exporter.read(created);
      expect(item).toMatchObject({ state: 'failed', files: [], problem: expect.stringMatching(/internal/) });
      await expectNamedObjects(exporter, item);
    });
  });

  it('stands although the files of a failed export cannot be deleted', async () => {
    await inVirtualTime(async () => {
      const { organizationId, table, importPeople } = await createSmallOrganization();
      await importPeople(peopleRows(1));
      const exporter = createTestExporter(table, {
        fileLimits: { records: 1, bytes: 1 },
      });
      const created = await exporter.create(organizationId);
      exporter.objects.write = () => Promise.reject(new Error('A bug.'));
      exporter.objects.remove = () => Promise.reject(new Error('Access denied'));
      const next = await exporter.create(organizationId);
      await exporter.drain(RETRY);
      expect((await exporter.read(created)).state).toBe('failed');
      expect((await exporter.read(next)).state).toBe('failed');
      for (const { id } of [created, next]) {
        const logged = expect.objectContaining({ export: id, state: 'failed' });
        expect(console.info).toHaveBeenCalledWith(logged);
      }
    });
  });
});

describe('two invocations of an export', () => {
  /** Lets the first invocation stall at a call for longer than its lease, while another one takes over. */
  const takeOver = async (stallsAt: 'list' | 'remove' | 'write') => {
    const { table, organizationId, importPeople, settle } = await createSmallOrganization();
    await importPeople(peopleRows(3));
    await settle();
    let isFrozen = false;
    const frozen = hooked(table, () => {
      if (isFrozen) throw new TableUnavailableError('The process is frozen.');
    });
    const first = createTestExporter(frozen);
    const second = createTestExporter(table);
    // They share the bucket.
    for (const [key, content] of second.objects.content) first.objects.content.set(key, content);
    Object.assign(second.objects, { content: first.objects.content });
    const call = first.objects[stallsAt].bind(first.objects) as (...args: unknown[]) => Promise<unknown>;
    let isStalled = false;
    Object.assign(first.objects, {
      [stallsAt]: async (...args: unknown[]) => {
        if (!isStalled) {
          isStalled = true;
          isFrozen = true;
          await setTimeout(150_000);
          isFrozen = false;
        }
        return call(...args);
      },
    });
    const created = await first.create(organizationId);
    const [message = { body: '', receives: 0 }] = first.queue;
    const stalled = first.receive(message);
    await setTimeout(70_000);
    second.queue.push({ ...message });
    await second.drain(RETRY);
    const completed = await second.read(created);
    expect([completed.state, isFrozen]).toEqual(['completed', true]);
    await stalled;
    expect(await second.read(created)).toEqual(completed);
    return { exporter: second, completed };
  };

  it.each(['list', 'remove', 'write'] as const)(
    'keep the files of the one that took over from one that stalled at %s',
    (stallsAt) =>
      inVirtualTime(async () => {
        const { exporter, completed } = await takeOver(stallsAt);
        expect(await exportedIds(exporter, completed)).toHaveLength(3);
        // Also what the stalled one has stored late is deleted.
        await expectNamedObjects(exporter, completed);
      }),
  );
});

describe('an invocation that has lost its lease', () => {
  it('stores no file at its next checkpoint', async () => {
    const { table, organizationId } = await createSmallOrganization();
    const exporter = createTestExporter(table);
    const { objects } = exporter;
    const created = await exporter.create(organizationId);
    const dependencies = { table, objects, leaseMilliseconds: 1, settleMilliseconds: 0 };
    const assert = () => {
      throw new LostLeaseError('Another invocation took the lease.');
    };
    const step = new ExportStep(dependencies, created, () => 0, { assert, stop: () => undefined });
    await step.add({ id: created.id, changedAt: created.createdAt });
    const checkpoint = step.checkpoint({ phase: 'collection', position: null });
    await expect(checkpoint).rejects.toThrow(LostLeaseError);
    expect(objects.content.size).toBe(0);
  });
});

describe('the file that a step writes', () => {
  it('holds each record once, and is not missing what it holds', async () => {
    const { table, organizationId } = await createSmallOrganization();
    const exporter = createTestExporter(table);
    const created = await exporter.create(organizationId);
    const noFields = {
      select: (record: object) => record,
      readColumns: async () => [],
      ofFiles: () => ({ fields: [], customFields: [], hasAllCustomFields: true }),
    };
    const files = new ExportFiles(exporter.objects, noFields, FILE_LIMITS);
    for (let times = 0; times < 2; times++) await files.add(created, created.id, { id: created.id });
    expect(await files.without(created, [created.id, organizationId])).toEqual([organizationId]);
    const { key, recordCount } = await files.store(created);
    expect(recordCount).toBe(1);
    expect(await recordsOfFile('jsonl', exporter.objects.content.get(key) ?? Buffer.of())).toHaveLength(1);
  });
});

describe('records that change during an export', () => {
  const LIMIT = 9;
  const PAGE = 5;

  /** Exports 200 records that have just changed, in steps that end after some reads. */
  const exportChanged = async (readsPerStep: number) => {
    const { table, organizationId, importPeople } = await createSmallOrganization();
    await importPeople(peopleRows(200));
    await setTimeout(100);
    let reads = 0;
    let late = 0;
    const counting = hooked(table, (method, keys) => {
      if (method !== 'getMany' || Object(keys).length === 0) return;
      reads += 1;
      if (reads > readsPerStep) late += 1;
    });
    const exporter = createTestExporter(counting, {
      pageSize: PAGE,
      fileLimits: { records: LIMIT, bytes: 1_000_000 },
    });
    exporter.limitTime(() => (reads >= readsPerStep ? RESERVED_MILLISECONDS : 900_000));
    const created = await exporter.create(organizationId);
    let steps = 0;
    for (let next = exporter.queue.shift(); next !== undefined; next = exporter.queue.shift()) {
      reads = 0;
      steps += 1;
      expect(steps).toBeLessThan(200);
      expect(await exporter.receive(next)).toBe(true);
    }
    return { exporter, item: await exporter.read(created), steps, reads, late };
  };

  it('are split into files of a limited size', async () => {
    await inVirtualTime(async () => {
      const { exporter, item, reads } = await exportChanged(10_000);
      expect(item.state).toBe('completed');
      expect(Math.max(...item.files.map(({ recordCount }) => recordCount))).toBeLessThan(LIMIT + PAGE);
      expect(new Set(await exportedIds(exporter, item)).size).toBe(200);
      // Each is listed once and read once, besides the first page of the collection.
      expect(reads).toBeLessThan((2 * 200) / PAGE + 5);
    });
  });

  it('are written in steps, each of which ends in time', async () => {
    await inVirtualTime(async () => {
      const { exporter, item, steps, late } = await exportChanged(12);
      expect(item.state).toBe('completed');
      expect(steps).toBeGreaterThan(10);
      // A page and the records that it lacks, which a step that has no time left still saves.
      expect(late / steps).toBeLessThan(5);
      const ids = await exportedIds(exporter, item);
      expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
    });
  });
});

describe('the files of an export', () => {
  it('have the same columns, although an import adds custom fields after the first one', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, idOf, importPeople, settle } = await createSmallOrganization();
      const numbers = Array.from({ length: 9 }, (_, index) => index + 1);
      const last = numbers.toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1)).at(-1);
      await importPeople(numbers.map((id) => `${id},Ann,gold,x`).join('\n'), 'id,First Name,Tier,tier');
      await settle();
      const exporter = createTestExporter(table, {
        pageSize: 2,
        fileLimits: { records: 2, bytes: 1_000_000 },
      });
      const { objects } = exporter;
      const store = objects.write.bind(objects);
      let written = 0;
      objects.write = async (key, content) => {
        await store(key, content);
        if (!key.includes('/file-') || key.includes('-ids.')) return;
        written += 1;
        if (written === 1) await importPeople(`${last},Ann,gold,x,new`, 'id,First Name,Tier,tier,Aaa');
      };
      // Each step writes a file.
      let stepsAt = 0;
      exporter.limitTime(() => (written > stepsAt ? RESERVED_MILLISECONDS : 900_000));
      const created = await exporter.create(organizationId, { format: 'csv' });
      for (let next = exporter.queue.shift(); next !== undefined; next = exporter.queue.shift()) {
        stepsAt = written;
        expect(await exporter.receive(next)).toBe(true);
      }
      const item = await exporter.read(created);
      const contents = item.files.map(({ key }) => objects.content.get(key) ?? Buffer.of());
      const headers = contents.map((content) => content.toString().split('\n')[0]);
      expect(headers.length).toBeGreaterThan(3);
      expect(new Set(headers).size).toBe(1);
      // Names that differ only in case are one column for many tools.
      expect(headers[0]?.split(',').filter((name) => name.startsWith('customFields'))).toEqual([
        'customFields.Tier',
        'customFields',
      ]);
      const records = (await Promise.all(contents.map((each) => recordsOfFile('csv', each)))).flat();
      const custom = records.map(({ customFields }) => customFields);
      const old = { Tier: 'gold', tier: 'x' };
      expect(custom).toHaveLength(9);
      for (const fields of custom) expect([old, { ...old, Aaa: 'new' }]).toContainEqual(fields);
      expect(custom).toContainEqual({ ...old, Aaa: 'new' });
      await expectNamedObjects(exporter, item);
    });
  });

  it('have a line, a header or a schema without any record', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId } = await createSmallOrganization();
      const exporter = createTestExporter(table);
      for (const format of EXPORT_FORMATS) {
        const created = await exporter.create(organizationId, { format });
        await exporter.drain();
        const { files } = await exporter.read(created);
        const [content = Buffer.of()] = files.map(({ key }) => exporter.objects.content.get(key));
        expect(files).toHaveLength(1);
        expect(content.length).toBeGreaterThan(0);
        expect(await recordsOfFile(format, content)).toEqual([]);
      }
    });
  });
});

describe('changed records', () => {
  it('are written in steps although only the feed names them', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople } = await createSmallOrganization();
      await importPeople(peopleRows(20));
      const publish = createEventPublisher({
        table,
        retentionDays: 30,
        bus: createFakeBus(),
        backoff: async () => undefined,
      });
      const Records = [...(await table.recordsOf(`ORG#${organizationId}#PERSON#`))];
      await publish({ Records }, { getRemainingTimeInMillis: () => 60_000 });
      const reader: TableReader = {
        ...table.reader,
        queryPage: (query) =>
          table.reader.queryPage(query.index === undefined ? query : { ...query, partition: 'none' }),
      };
      let hasTime = true;
      const exporter = createTestExporter(
        hooked({ ...table, reader }, (method, keys) => {
          if (method === 'getMany' && Object(keys).length > 0) hasTime = false;
        }),
        { pageSize: 5 },
      );
      exporter.limitTime(() => (hasTime ? 900_000 : RESERVED_MILLISECONDS));
      const created = await exporter.create(organizationId);
      let steps = 0;
      for (let next = exporter.queue.shift(); next !== undefined; next = exporter.queue.shift()) {
        hasTime = true;
        steps += 1;
        expect(await exporter.receive(next)).toBe(true);
      }
      expect(steps).toBeGreaterThanOrEqual(4);
      const ids = await exportedIds(exporter, await exporter.read(created));
      expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
    });
  });

  it('are not read again by a step, nor delay its end, if files have them', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, settle } = await createSmallOrganization();
      await importPeople(peopleRows(40));
      await settle();
      let isChanged = false;
      let readsSince = 0;
      const exporter = createTestExporter(
        hooked(table, (method) => {
          if (method === 'getMany' && isChanged) readsSince += 1;
        }),
        { pageSize: 5, settleMilliseconds: 3_000, fileLimits: { records: 5, bytes: 1_000_000 } },
      );
      exporter.limitTime(() => (readsSince > 3 ? RESERVED_MILLISECONDS : 900_000));
      const created = await exporter.create(organizationId);
      const [first = { body: '', receives: 0 }] = exporter.queue.splice(0);
      const receiving = exporter.receive(first);
      await setTimeout(1_000);
      await importPeople(peopleRows(40).replaceAll('Ann', 'Bob'));
      isChanged = true;
      expect(await receiving).toBe(true);
      expect(readsSince).toBeLessThan(8);
      expect((await exporter.read(created)).state).toBe('running');
      isChanged = false;
      readsSince = 0;
      await exporter.drain();
      const ids = await exportedIds(exporter, await exporter.read(created));
      expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
    });
  });

  it('are written by the next step, although the last one that was written is listed again', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, idOf } = await createSmallOrganization();
      await importPeople(peopleRows(20));
      await setTimeout(100);
      const inOrder = Array.from({ length: 20 }, (_, index) => index + 1).sort((one, other) =>
        idOf(one) < idOf(other) ? -1 : 1,
      );
      let pages = 0;
      let hasTime = true;
      const exporter = createTestExporter(
        hooked(table, async (method, keys, options) => {
          if (method !== 'getMany' || Object(keys).length !== 5) return;
          if (Object(options).consistentRead) hasTime = false;
          // While the second page of the index is read: the first page is that of the collection.
          else if (++pages === 3) await importPeople(`${inOrder[4]},Bob`);
        }),
        { pageSize: 5 },
      );
      exporter.limitTime(() => (hasTime ? 900_000 : RESERVED_MILLISECONDS));
      const created = await exporter.create(organizationId);
      let steps = 0;
      for (let next = exporter.queue.shift(); next !== undefined; next = exporter.queue.shift()) {
        hasTime = true;
        steps += 1;
        expect(await exporter.receive(next)).toBe(true);
      }
      expect(steps).toBeGreaterThan(2);
      const ids = await exportedIds(exporter, await exporter.read(created));
      expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
    });
  });
});

describe('a step', () => {
  it.each(EXPORT_FORMATS)('limits the bytes of a %s file', async (format) => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, settle } = await createSmallOrganization();
      await importPeople(peopleRows(20));
      await settle();
      const options = { pageSize: 5, fileLimits: { records: 1_000, bytes: 1_000 } };
      const exporter = createTestExporter(table, options);
      const created = await exporter.create(organizationId, { format });
      await exporter.drain();
      const { files } = await exporter.read(created);
      expect(files.map(({ recordCount }) => recordCount)).toEqual([5, 5, 5, 5]);
    });
  });

  it('waits for the index and the feed after it read the collection', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, settle } = await createSmallOrganization();
      await importPeople(peopleRows(3));
      await settle();
      const exporter = createTestExporter(table, { settleMilliseconds: 3_000 });
      const created = await exporter.create(organizationId);
      await exporter.drain();
      const { startedAt, completedAt } = await exporter.read(created);
      expect(Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')).toBeGreaterThanOrEqual(3_000);
    });
  });

  it('deletes what an earlier start left before it writes files', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople } = await createSmallOrganization();
      await importPeople(peopleRows(1));
      const exporter = createTestExporter(table);
      const { objects } = exporter;
      const created = await exporter.create(organizationId);
      await objects.write(`${filesPrefix(created)}left`, 'an erased person');
      const write = objects.write.bind(objects);
      objects.write = async (key, content) => {
        expect(objects.content.has(`${filesPrefix(created)}left`)).toBe(false);
        await write(key, content);
      };
      await exporter.drain();
      expect((await exporter.read(created)).state).toBe('completed');
    });
  });

  it.each([
    [1_000, 'completed'],
    [1_001, 'failed'],
  ])('ends an export of %i files as %s', async (count, state) => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, settle } = await createSmallOrganization();
      await importPeople(peopleRows(count - 997));
      await settle();
      const exporter = createTestExporter(table, { pageSize: 1, fileLimits: { records: 1, bytes: 1 } });
      const created = await exporter.create(organizationId);
      // As if it had written most of them.
      const files = Array.from({ length: 997 }, (_, index) => ({
        key: `${filesPrefix(created)}${index}`,
        idsKey: `${filesPrefix(created)}${index}-ids`,
        bytes: 0,
        sha256: '',
        recordCount: 0,
      }));
      for (const { key, idsKey } of files) {
        for (const each of [key, idsKey]) await exporter.objects.write(each, '');
      }
      const startedAt = new Date().toISOString();
      const progress = { phase: 'collection', position: null } as const;
      await EXPORTS.change(table, created, { state: 'running', startedAt, files, progress });
      await exporter.drain(RETRY);
      const item = await exporter.read(created);
      expect([item.state, item.files.length]).toEqual([state, state === 'failed' ? 0 : 1_000]);
      if (state === 'failed') expect(item.problem).toMatch(/more than 1,000 files/);
      await expectNamedObjects(exporter, item);
    });
  });

  it('counts the records that it selects, also in the audit log', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, settle } = await createSmallOrganization();
      await importPeople(peopleRows(5));
      await settle();
      const changedSince = new Date().toISOString();
      await importPeople('6,Bob\n7,Cid');
      await settle();
      const exporter = createTestExporter(table);
      const whole = await exporter.create(organizationId);
      const changed = await exporter.create(organizationId, { changedSince });
      await exporter.drain();
      for (const [created, count] of [
        [whole, 7],
        [changed, 2],
      ] as const) {
        const item = await exporter.read(created);
        expect([item.totalCount, (await exportedIds(exporter, item)).length]).toEqual([count, count]);
        const audited = (await table.itemsOf('AUDIT_LOG#')).filter(
          ({ action, targetId }) => action === 'export.finished' && targetId === created.id,
        );
        expect(audited).toMatchObject([{ details: { state: 'completed', records: count } }]);
      }
    });
  });

  it.each([
    [4, 'completed'],
    [5, 'failed'],
  ])('that fails unexpectedly %i times leaves the export %s', async (failures, state) => {
    await inVirtualTime(async () => {
      const { table, organizationId } = await createSmallOrganization();
      const exporter = createTestExporter(table);
      const { objects } = exporter;
      const write = objects.write.bind(objects);
      let attempts = 0;
      objects.write = async (key, content) => {
        attempts += 1;
        if (attempts <= failures) throw new Error('A bug.');
        await write(key, content);
      };
      const created = await exporter.create(organizationId);
      await exporter.drain(RETRY);
      expect((await exporter.read(created)).state).toBe(state);
    });
  });

  it('gives up without another attempt once five invocations were lost', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId } = await createSmallOrganization();
      const exporter = createTestExporter(table);
      const created = await exporter.create(organizationId);
      const job = { line: { partition: `EXPORTS#${organizationId}`, name: 'QUEUE' }, id: created.id };
      await takeLease(table, job, 'lost', Date.now() - 1, Date.now(), { progress: 0, count: 4 });
      exporter.objects.write = () => Promise.reject(new Error('Another attempt.'));
      await exporter.drain();
      expect(await exporter.read(created)).toMatchObject({
        state: 'failed',
        startedAt: null,
        problem: expect.stringMatching(/ran out of memory or time/),
      });
    });
  });
});

describe('erasing a person while an export runs', () => {
  it('restarts an export that holds the person in memory, without any stored file', async () => {
    await inVirtualTime(async () => {
      const { table, organizationId, importPeople, idOf, settle } = await createSmallOrganization();
      await importPeople(peopleRows(6));
      await settle();
      const exporter = createTestExporter(table, { settleMilliseconds: 3_000 });
      const created = await exporter.create(organizationId);
      const draining = exporter.drain(RETRY);
      // It has read the collection, and waits for its changes.
      await setTimeout(1_000);
      expect(exporter.objects.content.size).toBe(0);
      const eraseCopies = [exportEraser((keys) => exporter.objects.remove(keys))];
      const options = { actor: ACTOR, findReferringIds: async () => [], eraseCopies };
      const report = await erasePerson(table, organizationId, idOf(1), options);
      expect(report).toMatchObject({ was: 'stored', exports: 0 });
      await draining;
      const item = await exporter.read(created);
      const ids = await exportedIds(exporter, item);
      expect([item.state, ids.length, ids.includes(idOf(1))]).toEqual(['completed', 5, false]);
      await expectNamedObjects(exporter, item);
    });
  });

  it('deletes the files of a failed export that could not be deleted when it failed', async () => {
    await inVirtualTime(async () => {
      const { organizationId, table, importPeople, settle } = await createSmallOrganization();
      await importPeople(peopleRows(9));
      await settle();
      const exporter = createTestExporter(
        hooked(table, (method) => {
          if (method === 'getMany' && objects.content.size >= 4) throw new Error('A bug.');
        }),
        { pageSize: 3, fileLimits: { records: 3, bytes: 1_000_000 } },
      );
      const { objects } = exporter;
      const remove = objects.remove.bind(objects);
      objects.remove = async (keys) => {
        if (keys.length > 0) throw new Error('Access denied');
      };
      const created = await exporter.create(organizationId);
      await exporter.drain(RETRY);
      expect([(await exporter.read(created)).state, objects.content.size]).toEqual(['failed', 4]);
      expect(await exportEraser(remove)(table, organizationId, 'person')).toEqual({ exports: 1 });
      expect([(await exporter.read(created)).files, objects.content.size]).toEqual([[], 0]);
    });
  });

  it.each([
    ['person', 1],
    ['call-list-entry', 1],
    ['company', 0],
    ['call-list', 0],
  ] as const)('deletes the files of a completed export of %s: %i', async (resource, erased) => {
    await inVirtualTime(async () => {
      const { table, organizationId } = await createSmallOrganization();
      const exporter = createTestExporter(table);
      const created = await exporter.create(organizationId, { resource });
      await exporter.drain();
      const { objects } = exporter;
      const report = await exportEraser((keys) => objects.remove(keys))(table, organizationId, 'person');
      expect(report).toEqual({ exports: erased });
      const item = await exporter.read(created);
      expect(item).toMatchObject({ state: erased ? 'expired' : 'completed' });
      expect([item.files.length, objects.content.size]).toEqual(erased ? [0, 0] : [1, 2]);
    });
  });
});

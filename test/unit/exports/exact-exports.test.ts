import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventPublisher } from '../../../functions/events/publish-events/handler.ts';
import { RESERVED_MILLISECONDS } from '../../../functions/runtime/advance-by-message.ts';
import { EVENT_TYPES } from '../../../shared/contract/events/event-types.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/contract/exports/export-limits.ts';
import { findPosition } from '../../../shared/events/feed/find-position.ts';
import { readFeed } from '../../../shared/events/feed/read-feed.ts';
import { exportEraser } from '../../../shared/exports/erase-exports.ts';
import { type Export, objectsNamedBy } from '../../../shared/exports/export.ts';
import { handOverTime } from '../../../shared/records/collections/collection.ts';
import { deleteRecord } from '../../../shared/records/delete-record.ts';
import { erasePerson } from '../../../shared/records/erasure/erase-person.ts';
import { personFromItem } from '../../../shared/records/store/record-items.ts';
import { createIdMaker } from '../../../shared/table/items/import-ids.ts';
import { existing } from '../../../shared/table/items/versions.ts';
import { TableUnavailableError } from '../../../shared/table/reader.ts';
import { eraseEvents } from '../../../shared/webhooks/erasure/erase-events.ts';
import { createLaggingTable, type LaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { createFakeBus } from '../../support/events/fake-bus.ts';
import { exercise, runs } from '../../support/exercise.ts';
import { recordsOfFile, sha256Of } from '../../support/exports/exported-files.ts';
import { createTestExporter } from '../../support/exports/exporter.ts';
import { SETTLED } from '../../support/exports/small-organization.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { importFiles } from '../../support/imports/import-files.ts';
import { ACTOR } from '../../support/keys/key-fixture.ts';

const ALL_TYPES = new Set(EVENT_TYPES);

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const PEOPLE = 30;

const FAULTS = {
  latency: 200,
  indexLag: 1_500,
  splitsIndexMoves: true,
  readLag: 500,
  throttled: 0.01,
  partialBatches: 0.1,
  lostAnswers: 0.02,
};

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('change', 'change', 'create', 'delete', 'erase'),
    id: fc.nat(PEOPLE - 1),
    // Some changes follow each other closely, some follow the end of the export.
    pause: fc.oneof({ arbitrary: fc.nat(1_500), weight: 3 }, { arbitrary: fc.nat(300_000), weight: 1 }),
  }),
  { maxLength: 20 },
);

type Changes = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

/** Repeats what failed because the table was unavailable. */
const eventually = async <T>(run: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof TableUnavailableError)) throw error;
      await setTimeout(200);
    }
  }
};

const importPeople = (table: LaggingTable, organizationId: string, rows: readonly string[]) => {
  const people = {
    name: 'people.csv',
    async *open() {
      yield Buffer.from(['id,First Name,Email,tier', ...rows].join('\n'));
    },
  };
  const { client, tableName } = table;
  return eventually(() => importFiles({ client, tableName, organizationId, files: { people } }));
};

const rowOf = (id: number, version: number): string =>
  `${id},"Ann; ${version}",p${id}@nowhere.example,=${id}`;

/** The present people, by id. */
const storedPeople = async (table: LaggingTable, organizationId: string) => {
  const items = await table.itemsOf(`ORG#${organizationId}#PERSON#`);
  return new Map(
    items
      .filter((item) => existing(item) !== undefined)
      .map((item) => [String(item['id']), personFromItem(item)]),
  );
};

/** Appends changes of the table to the feed, until it is stopped. */
const startPublisher = (table: LaggingTable) => {
  const publish = createEventPublisher({
    table,
    retentionDays: 30,
    bus: createFakeBus(),
    backoff: async () => undefined,
  });
  let done = 0;
  let isStopping = false;
  const catchUp = async (): Promise<void> => {
    const records = (await table.recordsOf('')).filter(({ dynamodb }) => {
      const { pk } = dynamodb?.Keys ?? {};
      return /^ORG#|^EXPORTS#/.test(pk?.S ?? '');
    });
    while (done < records.length) {
      const Records = records.slice(done, done + 10);
      const isDone = await publish({ Records }, { getRemainingTimeInMillis: () => 60_000 }).then(
        ({ batchItemFailures }) => batchItemFailures.length === 0,
        () => false,
      );
      if (isDone) done += Records.length;
      else await setTimeout(100);
    }
  };
  const running = (async () => {
    while (!isStopping) {
      await catchUp();
      await setTimeout(200);
    }
    await catchUp();
  })();
  return async () => {
    isStopping = true;
    await running;
  };
};

/** What a reader has who applies the events since the export started to its files. */
const follow = async (table: LaggingTable, item: Export, files: ReadonlyMap<string, object>) => {
  const copy = new Map(files);
  const { organizationId } = item;
  const since = handOverTime(item.startedAt ?? '');
  let start = await eventually(() => findPosition(table.reader, organizationId, { since }, new Date()));
  for (let hasMore = true; hasMore && start !== undefined; ) {
    const query = { organizationId, start, limit: 7, types: ALL_TYPES, now: new Date() };
    const page = await eventually(() => readFeed(table.reader, query));
    if (page === undefined) throw new Error('The cursor expired.');
    for (const { type, json } of page.events) {
      const { data } = JSON.parse(json);
      if (/^person\.(?:created|updated)$/.test(type)) copy.set(data.id, data);
      if (/^person\.(?:deleted|erased)$/.test(type)) copy.delete(data.id);
    }
    hasMore = page.hasMore;
    start = { ...page.next, epoch: page.epoch };
  }
  return copy;
};

const inOrder = (records: ReadonlyMap<string, object>) =>
  [...records].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);

const EXERCISED = [
  'deletions',
  'erasures',
  'restarts',
  'failed attempts',
  'several files',
  'expired exports',
  'later events',
] as const;

/** Exports people while they change, in steps that fail at any call, and returns what was found. */
const exportWhileChanging = async (
  seed: number,
  format: ExportFormat,
  all: Changes,
  count: (name: (typeof EXERCISED)[number]) => void,
) => {
  const table = createLaggingTable({ seed });
  const { organizationId } = await createImportBucket(table);
  const idOf = createIdMaker(organizationId);
  await importPeople(
    table,
    organizationId,
    Array.from({ length: PEOPLE }, (_, id) => rowOf(id, 0)),
  );
  const stopPublisher = startPublisher(table);
  await setTimeout(SETTLED);
  const before = await storedPeople(table, organizationId);
  const exporter = createTestExporter(table, {
    settleMilliseconds: 4_000,
    pageSize: 4,
    fileLimits: { records: 9, bytes: 1_000_000 },
  });
  let calls = 0;
  // Each step ends after some pages.
  exporter.limitTime(() => (++calls % 7 === 0 ? RESERVED_MILLISECONDS : 900_000));
  const { objects } = exporter;
  const store = objects.write.bind(objects);
  objects.write = async (key, content) => {
    if (Math.random() < 0.1) throw new TableUnavailableError('not stored');
    await store(key, content);
    if (Math.random() < 0.1) throw new TableUnavailableError('stored, but the answer was lost');
  };
  const eraseCopies = [eraseEvents, exportEraser((keys) => objects.remove(keys))];

  /** The index of the change that erased a person last. */
  const erased = new Map<string, number>();
  const write = async (): Promise<void> => {
    for (const [index, { kind, id, pause }] of all.entries()) {
      await setTimeout(pause);
      const personId = idOf('person', 'import', String(id));
      const reference = { organizationId, kind: 'person', id: personId } as const;
      if (kind === 'change') await importPeople(table, organizationId, [rowOf(id, index + 1)]);
      else if (kind === 'create') await importPeople(table, organizationId, [rowOf(PEOPLE + index, 0)]);
      else if (kind === 'delete') {
        const deleted = await eventually(() => deleteRecord(table, reference, { actor: ACTOR }));
        if (deleted !== undefined) count('deletions');
      } else {
        erased.set(personId, index);
        const wasRunning = (await eventually(() => exporter.read(created))).state === 'running';
        const report = await eventually(() =>
          erasePerson(table, organizationId, personId, {
            actor: ACTOR,
            findReferringIds: async () => [],
            eraseCopies,
          }),
        );
        expect(report).toMatchObject({
          id: personId,
          was: expect.stringMatching(/^(?:stored|deleted|erased)$/),
        });
        if (report?.was === 'stored') count('erasures');
        if (wasRunning && (await eventually(() => exporter.read(created))).progress === null)
          count('restarts');
      }
    }
  };

  const created = await exporter.create(organizationId, { format });
  table.faults = { ...table.faults, ...FAULTS };
  const writing = write();
  await exporter.untilIdle(organizationId, async () => {
    count('failed attempts');
    await setTimeout(20_000);
  });
  const during = await storedPeople(table, organizationId);
  await writing;
  await setTimeout(SETTLED);
  await stopPublisher();
  const item = await eventually(() => exporter.read(created));
  const contents = item.files.map(({ key }) => objects.content.get(key) ?? Buffer.alloc(0));
  const left = await objects.list('exports/');
  return { table, organizationId, item, before, during, erased, contents, left };
};

/** The number in the name of a person, as {@link rowOf} writes it. */
const versionOf = ({ firstName }: Readonly<Record<string, unknown>>): number =>
  Number(/^Ann; (\d+)$/.exec(String(firstName))?.[1]);

describe('an export while people change', () => {
  it('exports every person once, exact with the events that follow, in any format', async () => {
    const count = exercise(...EXERCISED, ...EXPORT_FORMATS);
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(...EXPORT_FORMATS), changes, (seed, format, all) =>
        inVirtualTime(
          async () => {
            const found = await exportWhileChanging(seed, format, all, count);
            const { table, organizationId, item, before, during, contents } = found;
            if (item.state === 'expired') {
              // A person was erased after it had completed.
              expect(item.files).toEqual([]);
              expect(found.left).toEqual([]);
              count('expired exports');
              return;
            }
            expect(item).toMatchObject({ state: 'completed', problem: null, queuedAt: null });
            expect(contents.map(sha256Of)).toEqual(item.files.map(({ sha256 }) => sha256));
            expect(item.files.every(({ recordCount }) => recordCount <= 12)).toBe(true);
            if (item.files.length > 1) count('several files');
            const each = await Promise.all(contents.map((content) => recordsOfFile(format, content)));
            const records = each.flat();
            const ids = records.map(({ id }) => String(id));
            expect(new Set(ids).size).toBe(ids.length);
            const isErased = ({ id, ...person }: (typeof records)[number]): boolean =>
              versionOf(person) <= (found.erased.get(String(id)) ?? -1);
            expect(records.filter(isErased)).toEqual([]);
            const named = objectsNamedBy(item);
            expect([...found.left].sort()).toEqual(named.sort());
            const always = [...before.keys()].filter((id) => during.has(id));
            expect(always.filter((id) => !ids.includes(id))).toEqual([]);
            count(format);
            const exported = new Map(records.map((record) => [String(record['id']), record]));
            const copy = await follow(table, item, exported);
            if (!isDeepStrictEqual(copy, exported)) count('later events');
            expect(inOrder(copy)).toEqual(inOrder(await storedPeople(table, organizationId)));
          },
          { seed },
        ),
      ),
      { numRuns: runs(90) },
    );
  }, 240_000);

  it('exports the same records in the same order, however often it is interrupted', async () => {
    const count = exercise('steps');
    const property = fc.asyncProperty(
      fc.integer(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      (seed, ends) =>
        inVirtualTime(
          async () => {
            const table = createLaggingTable({ seed });
            const { organizationId } = await createImportBucket(table);
            const rows = Array.from({ length: PEOPLE }, (_, id) => rowOf(id, 0));
            await importPeople(table, organizationId, rows);
            await setTimeout(SETTLED);
            const exportAll = async (remaining: () => number): Promise<string> => {
              const exporter = createTestExporter(table, { pageSize: 3 });
              exporter.limitTime(remaining);
              const created = await exporter.create(organizationId);
              await exporter.drain();
              const { files } = await exporter.read(created);
              if (files.length > 1) count('steps');
              return Buffer.concat(
                files.map(({ key }) => exporter.objects.content.get(key) ?? Buffer.of()),
              ).toString();
            };
            const whole = await exportAll(() => 900_000);
            const left = [...ends];
            const interrupted = await exportAll(() => (left.shift() ? RESERVED_MILLISECONDS : 900_000));
            expect(interrupted).toBe(whole);
            expect(whole.split('\n')).toHaveLength(PEOPLE + 1);
          },
          { seed },
        ),
    );
    await fc.assert(property, { numRuns: runs(50) });
  });
});

import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { BatchWriteCommand, DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableKey } from '../../../shared/table/items/keys.ts';
import { CHANGE_INDEX, COLLECTION_INDEX } from '../../../shared/table/items/schema.ts';
import { unchangedSince } from '../../../shared/table/items/versions.ts';
import { readItems } from '../../../shared/table/paging/read-items.ts';
import { type Item, type PageQuery, TableUnavailableError } from '../../../shared/table/reader.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import type { TestEngine } from '../../support/engine/engine.ts';
import type { TableFaults } from '../../support/engine/lagging-table/faults.ts';
import { createLaggingTable, type LaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { openTableStream } from '../../support/engine/table-stream.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { inVirtualTime, onClock } from '../../support/engine/virtual-time.ts';

const engine = useEngine({ hasStream: true });

type Tested = Pick<TestEngine, 'client' | 'tableName'>;
type Call = (tested: Tested, run: string) => Promise<unknown>;

const ids = fc.constantFrom('a', 'b', 'c', 'ä');
const numbers = fc.integer({ min: 0, max: 3 });
const keyOf = (run: string, id: string): TableKey => ({ pk: `${run}#${id < 'c' ? 'low' : 'high'}`, sk: id });

const itemOf = (run: string, id: string, number: number) => ({
  ...keyOf(run, id),
  version: number,
  name: `Number ${number}`,
  isLocked: number === 1,
  bytes: new Uint8Array([number]),
  nested: { list: ['ä', 1.5, null, { deep: [], absent: undefined }], parts: {} },
  gsi1pk: run,
  gsi1sk: `${number}#${id}`,
  ...(number > 1 && { gsi4pk: run, gsi4sk: `${number}#${id}` }),
});

const CONDITIONS = [
  {},
  unchangedSince(undefined),
  { ConditionExpression: 'attribute_exists(pk) AND NOT version > :one' },
  { ConditionExpression: '(version = :one OR begins_with(#n, :prefix)) AND attribute_not_exists(gone)' },
  { ConditionExpression: 'version BETWEEN :one AND :two OR #n IN (:prefix, :name)' },
  { ConditionExpression: 'contains(nested.#list, :text) AND version <> :one' },
] as const;

const withPlaceholders = (condition: { readonly ConditionExpression?: string | undefined }, update = '') => {
  const used = `${condition.ConditionExpression ?? ''} ${update}`;
  const pick = <T>(all: Readonly<Record<string, T>>): Record<string, T> | undefined => {
    const entries = Object.entries(all).filter(([name]) => new RegExp(`${name}\\b`).test(used));
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
  return {
    ...condition,
    ExpressionAttributeNames: pick({ '#n': 'name', '#list': 'list', '#pk': 'pk' }),
    ExpressionAttributeValues: pick<unknown>({
      ':one': 1,
      ':two': 2,
      ':prefix': 'Number 2',
      ':name': 'Number 3',
      ':text': 'ä',
      ':none': [],
      ':added': ['more'],
    }),
  };
};

const UPDATES = [
  'SET #n = :name, version = if_not_exists(version, :two) + :one REMOVE gsi4pk, gone',
  'SET attempts = list_append(if_not_exists(attempts, :none), :added) ADD attemptCount :one',
] as const;

/** Updates of maps, which items without the map reject in different ways. */
const NESTED_UPDATES = ['SET nested.parts.#n = :name', 'REMOVE nested.parts.#n ADD version :two'] as const;

const conditions = fc.constantFrom(...CONDITIONS);

const writes = fc.oneof(
  fc
    .record({ number: numbers, condition: conditions })
    .map(({ number, condition }) => (run: string, id: string) => ({
      put: { Item: itemOf(run, id, number), ...withPlaceholders(condition) },
    })),
  fc
    .oneof(
      fc.record({ expression: fc.constantFrom(...UPDATES), condition: conditions }),
      fc.record({
        expression: fc.constantFrom(...NESTED_UPDATES),
        condition: fc.constant({ ConditionExpression: 'attribute_exists(nested)' }),
      }),
    )
    .map(({ expression, condition }) => (run: string, id: string) => ({
      update: {
        Key: { ...keyOf(run, id) },
        UpdateExpression: expression,
        ...withPlaceholders(condition, expression),
      },
    })),
  conditions.map((condition) => (run: string, id: string) => ({
    delete: { Key: { ...keyOf(run, id) }, ...withPlaceholders(condition) },
  })),
  fc.constantFrom(...CONDITIONS.slice(1)).map((condition) => (run: string, id: string) => ({
    check: { ConditionExpression: '', Key: { ...keyOf(run, id) }, ...withPlaceholders(condition) },
  })),
);

const bounds = fc.option(fc.constantFrom('', '1', '2#b', '3', 'b'), { nil: undefined });
const queries = fc.record({
  index: fc.constantFrom(undefined, COLLECTION_INDEX, CHANGE_INDEX),
  from: bounds,
  to: bounds,
  descending: fc.boolean(),
  limit: fc.constantFrom(undefined, 1, 2, 10),
});

const queryOf = (
  run: string,
  query: typeof queries extends fc.Arbitrary<infer Q> ? Q : never,
): PageQuery => ({
  ...query,
  from: query.from || undefined,
  to: query.to || undefined,
  partition: query.index === undefined ? `${run}#low` : run,
});

const calls: fc.Arbitrary<Call> = fc.oneof(
  // The engine accepts two writes of one item in a transaction, DynamoDB does not.
  fc.uniqueArray(fc.tuple(ids, writes), { selector: ([id]) => id, minLength: 1, maxLength: 3 }).map(
    (some): Call =>
      ({ client, tableName }, run) =>
        createTable(client, tableName).writer.transact(some.map(([id, write]) => write(run, id))),
  ),
  fc.tuple(ids, writes).map(
    ([id, write]): Call =>
      async ({ client, tableName }, run) => {
        const operation = write(run, id);
        const { writer } = createTable(client, tableName);
        if ('update' in operation) return writer.update(operation.update);
        if ('put' in operation)
          return writer.put(operation.put.Item, operation.put.Item.version - 1 || undefined);
        if ('check' in operation) return undefined;
        return client.send(new DeleteCommand({ TableName: tableName, ...operation.delete })).then(() => true);
      },
  ),
  ids.map(
    (id): Call =>
      ({ client, tableName }, run) =>
        createTable(client, tableName).reader.get(keyOf(run, id), { consistentRead: true }),
  ),
  fc.uniqueArray(ids, { maxLength: 4 }).map(
    (some): Call =>
      async ({ client, tableName }, run) => {
        const items = await createTable(client, tableName).reader.getMany(some.map((id) => keyOf(run, id)));
        return items.toSorted((a, b) => (String(a['sk']) < String(b['sk']) ? -1 : 1));
      },
  ),
  fc.uniqueArray(ids, { minLength: 1, maxLength: 4 }).map(
    (some): Call =>
      async ({ client, tableName }, run) => {
        const requests = some.map((id, index) =>
          index % 2 === 0
            ? { PutRequest: { Item: itemOf(run, id, index) } }
            : { DeleteRequest: { Key: { ...keyOf(run, id) } } },
        );
        await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
      },
  ),
  queries.map(
    (query): Call =>
      async ({ client, tableName }, run) => {
        const { reader } = createTable(client, tableName);
        const { limit, ...all } = queryOf(run, query);
        return [await readItems(reader, { ...all, limit }), await reader.count(all)];
      },
  ),
  numbers.map(
    (number): Call =>
      async ({ client, tableName }, run) => {
        const scan = {
          TableName: tableName,
          FilterExpression: 'gsi1pk = :run AND version >= :number',
          ExpressionAttributeValues: { ':run': run, ':number': number },
        };
        const items: unknown[] = [];
        for await (const page of paginateScan({ client }, scan)) items.push(...(page.Items ?? []));
        return items.map((item) => JSON.stringify(item, Object.keys(Object(item)).toSorted())).toSorted();
      },
  ),
);

/** What a call answers, or the name of its error. */
const answerOf = async (call: Call, tested: Tested, run: string): Promise<unknown> => {
  try {
    const answer = await call(tested, run);
    // The engine's maps have no order, and its bytes are of another class.
    return JSON.parse(
      JSON.stringify(answer ?? null, (_, value) => {
        if (value instanceof Uint8Array) return [...value];
        return value?.constructor === Object ? Object.fromEntries(Object.entries(value).toSorted()) : value;
      }),
    );
  } catch (error) {
    return Object(error).name;
  }
};

let runs = 0;

describe('the lagging table', () => {
  it('answers like the engine without faults, and has the same stream', async () => {
    const stream = openTableStream(engine);
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { maxLength: 30 }), async (history) => {
        const table = createLaggingTable();
        runs += 1;
        const run = `RUN ${runs}`;
        for (const call of history) {
          expect(await answerOf(call, table, run)).toEqual(await answerOf(call, engine, run));
        }
        const imagesOf = async (records: ReturnType<typeof stream.recordsOf>) =>
          (await records)
            // The engine also has records of writes that change nothing.
            .filter(({ dynamodb }) => !isDeepStrictEqual(dynamodb?.OldImage, dynamodb?.NewImage))
            .map(({ eventName, dynamodb }) => ({
              eventName,
              key: dynamodb?.Keys,
              before: dynamodb?.OldImage,
              after: dynamodb?.NewImage,
            }));
        expect(await imagesOf(table.recordsOf(run))).toEqual(await imagesOf(stream.recordsOf(run)));
      }),
      { numRuns: 60 },
    );
    stream.close();
  });
});

const FAULTS = {
  latency: 20,
  writeDelay: 0,
  indexLag: 10_000,
  readLag: 2_000,
} satisfies Partial<TableFaults>;

/** Writes versions of an item until the virtual time is over, and lists what reads see meanwhile. */
const watch = async <T>(
  table: LaggingTable,
  see: () => Promise<T>,
  { items = 1, pause = 500 } = {},
): Promise<readonly T[]> => {
  const seen: T[] = [];
  let isWriting = true;
  const write = async () => {
    for (let version = 1; version <= 20; version++) {
      const puts = Array.from({ length: items }, (_, index) => ({
        put: { Item: { ...itemOf('W', `item ${index}`, 2), version, gsi4sk: `${1000 + version}#${index}` } },
      }));
      await table.writer.transact(puts);
      await setTimeout(pause);
    }
    isWriting = false;
  };
  const read = async () => {
    while (isWriting) {
      seen.push(await see());
      await setTimeout(50);
    }
  };
  await Promise.all([write(), read()]);
  return seen;
};

const indexQuery = { index: CHANGE_INDEX, partition: 'W' };
const WATCHED = keyOf('W', 'item 0');

describe('the faults of the lagging table', () => {
  it('repeats the same faults for the same seed', async () => {
    const run = (seed: number) =>
      inVirtualTime(
        () => {
          const table = createLaggingTable({ seed, faults: { ...FAULTS, splitsIndexMoves: true } });
          return watch(table, () => table.reader.queryPage(indexQuery), { items: 3 });
        },
        { seed },
      );
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
  });

  it('shows an index as it was, each item on its own, and finally as it is', async () => {
    const run = (splitsIndexMoves: boolean) =>
      inVirtualTime(async () => {
        const table = createLaggingTable({ seed: 1, faults: { ...FAULTS, splitsIndexMoves } });
        const seen = await watch(table, () => readItems(table.reader, indexQuery), {
          items: 3,
          pause: 5_000,
        });
        await setTimeout(10_000);
        return [...seen, await readItems(table.reader, indexQuery)];
      });
    const versionsOf = (items: readonly Item[]) => items.map(({ gsi4sk }) => String(gsi4sk).slice(1, 4));
    const whole = await run(false);
    expect(whole.some((items) => new Set(versionsOf(items)).size > 1)).toBe(true);
    expect(whole.at(-1)?.map(({ gsi4sk }) => gsi4sk)).toEqual(['1020#0', '1020#1', '1020#2']);
    const counts = (seen: readonly (readonly Item[])[]) => new Set(seen.map((items) => items.length));
    expect(Math.max(...counts(whole))).toBe(3);
    const split = await run(true);
    expect(split.at(-1)).toEqual(whole.at(-1));
    // An item is there twice, or not at all after it had been there.
    expect(Math.max(...counts(split))).toBeGreaterThan(3);
    const first = split.findIndex((items) => items.length > 3);
    expect(split.slice(first).some((items) => items.length < 3)).toBe(true);
  });

  it('shows an older item to eventually consistent reads only', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable({ seed: 1, faults: FAULTS });
      const seen = await watch(table, async () => {
        const consistent = await table.reader.get(WATCHED, { consistentRead: true });
        const eventual = await table.reader.get(WATCHED);
        return Number(eventual?.['version'] ?? 0) - Number(consistent?.['version'] ?? 0);
      });
      expect(Math.min(...seen)).toBeLessThan(-1);
      const versions = await watch(table, async () => {
        const item = await table.reader.get(WATCHED, { consistentRead: true });
        return Number(item?.['version'] ?? 0);
      });
      expect(versions.slice(-200)).toEqual(versions.slice(-200).toSorted((a, b) => a - b));
    });
  });

  it('shows parts of a transaction to reads of several items, but not after its response', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable({ seed: 1, faults: { transactionTime: 1_000 } });
      const versionsOf = (items: readonly Item[]) => items.map(({ version }) => version);
      const seen = await watch(
        table,
        async () => ({
          partition: versionsOf(
            await readItems(table.reader, { partition: WATCHED.pk, consistentRead: true }),
          ),
          many: versionsOf(
            await table.reader.getMany([WATCHED, keyOf('W', 'item 1')], { consistentRead: true }),
          ),
          conflict: await table.writer
            .put({ ...keyOf('W', 'item 2'), version: 1 }, undefined)
            .catch((error: unknown) => Object(error).name),
        }),
        { items: 2 },
      );
      const isTorn = (versions: readonly unknown[]) => new Set(versions).size > 1;
      expect(seen.some(({ partition }) => isTorn(partition))).toBe(true);
      expect(seen.some(({ many }) => isTorn(many))).toBe(true);
      expect(versionsOf(await table.itemsOf('W')).slice(0, 2)).toEqual([20, 20]);
    });
  });

  it('shows a transaction as a whole to transactional reads', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable({ seed: 1, faults: { transactionTime: 200 } });
      const keys = [WATCHED, keyOf('W', 'item 1')];
      const seen = await watch(table, () => table.reader.transactGet(keys), { items: 2 });
      expect(new Set(seen.map((items) => items.map(({ version }) => version).join()))).toContain('20,20');
      for (const [one, other] of seen) expect(one?.['version']).toBe(other?.['version']);
    });
  });

  it('shows parts of a transaction to reads of single items if configured to split', async () => {
    const isTorn = (splitsTransactions: boolean) =>
      inVirtualTime(async () => {
        const table = createLaggingTable({ seed: 1, faults: { transactionTime: 1_000, splitsTransactions } });
        const read = (key: TableKey) => table.reader.get(key, { consistentRead: true });
        const seen = await watch(
          table,
          async () => [await read(WATCHED), await read(keyOf('W', 'item 1'))] as const,
          { items: 2 },
        );
        return seen.some(([first, second]) => first?.['version'] !== second?.['version']);
      });
    expect([await isTorn(false), await isTorn(true)]).toEqual([false, true]);
  });

  it('throttles calls, and processes batches in part', async () => {
    await inVirtualTime(async () => {
      const table = createLaggingTable({ seed: 1, faults: { throttled: 1 } });
      await expect(table.reader.get(WATCHED)).rejects.toThrow(TableUnavailableError);
      await expect(table.reader.getMany([WATCHED])).rejects.toThrow(TableUnavailableError);
      await expect(table.reader.queryPage(indexQuery)).rejects.toThrow(TableUnavailableError);
      await expect(table.writer.put({ ...WATCHED }, undefined)).rejects.toThrow(TableUnavailableError);
      await expect(table.writer.transact([{ put: { Item: WATCHED } }])).rejects.toThrow(
        TableUnavailableError,
      );
      expect(await table.itemsOf('')).toEqual([]);
      table.faults = { ...table.faults, throttled: 0, partialBatches: 0.5 };
      const keys = Array.from({ length: 25 }, (_, index) => keyOf('W', `item ${index}`));
      await table.writer.transact(keys.map((key) => ({ put: { Item: { ...key } } })));
      expect(await table.reader.getMany(keys)).toHaveLength(keys.length);
    });
  });

  it('stores writes whose responses are lost', async () => {
    const answers = await inVirtualTime(async () => {
      const table = createLaggingTable({ seed: 1, faults: { lostAnswers: 1 } });
      return Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const key = keyOf('W', `item ${index}`);
          const put = await table.writer
            .put({ ...key, version: 1 }, undefined)
            .catch((error: unknown) => Object(error).name);
          expect(await table.reader.get(key)).toBeDefined();
          return put;
        }),
      );
    });
    expect(new Set(answers)).toEqual(new Set(['TableUnavailableError', false]));
  });
});

describe('virtual time', () => {
  it('gives each host its own clock, and the real clock back', async () => {
    const before = Date.now();
    await inVirtualTime(
      async () => {
        const [ahead, behind] = await Promise.all(
          [5_000, -5_000].map((offset) =>
            onClock(offset, async () => {
              await setTimeout(60_000);
              return new Date().toISOString();
            }),
          ),
        );
        expect([ahead, behind]).toEqual(['2026-01-01T00:01:05.000Z', '2026-01-01T00:00:55.000Z']);
      },
      { start: Date.UTC(2026, 0, 1) },
    );
    expect(Date.now() - before).toBeGreaterThanOrEqual(0);
    expect(Date.now() - before).toBeLessThan(60_000);
  });
});

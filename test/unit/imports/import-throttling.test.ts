import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listImports } from '../../../shared/imports/import-repository.ts';
import { readTotal } from '../../../shared/records/collections/collection.ts';
import type { Item } from '../../../shared/table/reader.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { type LimitedWrites, limitWrites } from '../../support/engine/limited-writes.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { inVirtualTime } from '../../support/engine/virtual-time.ts';
import { createImportBucket } from '../../support/imports/import-bucket.ts';
import { isCounter } from '../../support/imports/import-fixture.ts';

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

const PEOPLE = 1_500;
const DELETED = 100;

const people = (count: number): string =>
  ['id,First Name', ...Array.from({ length: count }, (_, index) => `P${index},Name ${index}`)].join('\n');

const entries = (count: number): string =>
  [
    'list id,list name,contact id',
    ...Array.from({ length: count }, (_, index) => `L${index % 5},List ${index % 5},P${index}`),
  ].join('\n');

type Bucket = Awaited<ReturnType<typeof createImportBucket>>;

/** How long an invocation of the function may take, in milliseconds. */
const INVOCATION = 900_000;

/** Delivers a file until its import ended. Returns the number of failed deliveries. */
const importFile = async (bucket: Bucket, path: string, content: string): Promise<number> => {
  let failed = 0;
  bucket.queue.push(bucket.drop(path, content).message);
  for (let message = bucket.queue.shift(); message !== undefined; message = bucket.queue.shift()) {
    const end = Date.now() + INVOCATION;
    bucket.limitTime(() => end - Date.now());
    const isDone = await bucket.receive(message);
    expect(Date.now()).toBeLessThan(end);
    if (isDone) continue;
    failed += 1;
    expect(failed).toBeLessThan(100);
    await setTimeout(10_000);
    bucket.queue.push(message);
  }
  return failed;
};

/** What an import leaves of a record besides its times. */
const essence = ({ pk, sk, id, version, firstName, personId, position, deletedAt }: Item) => ({
  key: `${pk} ${sk}`,
  id,
  version,
  firstName,
  personId,
  position,
  isDeleted: deletedAt !== undefined,
});

const ORGANIZATION_ID = '6f1c2d3e-0000-4000-8000-000000000001';

/** Imports people, deletes missing ones, and imports call lists, with such writes per second. */
const importAll = (unitsPerSecond: number, change: (writes: LimitedWrites) => void = () => undefined) =>
  inVirtualTime(async () => {
    const table = createLaggingTable({ faults: { latency: 20 } });
    const writes = limitWrites(table.client, unitsPerSecond);
    const bucket = await createImportBucket(
      { client: writes.client, tableName: table.tableName },
      { organizationId: ORGANIZATION_ID, checkpointMilliseconds: 3_000 },
    );
    await bucket.putProfile({ isDeletingMissing: true });
    change(writes);
    const start = Date.now();
    const failed =
      (await importFile(bucket, 'people/crm/1.csv', people(PEOPLE))) +
      (await importFile(bucket, 'people/crm/2.csv', people(PEOPLE - DELETED))) +
      (await importFile(bucket, 'call-lists/crm/3.csv', entries(500)));
    const seconds = (Date.now() - start) / 1000;
    const items = await table.itemsOf(`ORG#${ORGANIZATION_ID}#`);
    const totalOf = (name: string) =>
      items
        .filter(({ pk, sk }) => isCounter(sk) && String(pk).endsWith(`#${name}`))
        .reduce((sum, { total }) => sum + Number(total), 0);
    const { imports } = await listImports(table.reader, { organizationId: ORGANIZATION_ID }, { limit: 10 });
    const records = items.filter(({ sk }) => !isCounter(sk)).map(essence);
    return {
      failed,
      seconds,
      writes,
      result: {
        imports: imports.map(({ fileName, status, counts, deletions, problem }) => ({
          fileName,
          status,
          counts,
          deletions,
          problem,
        })),
        totals: ['PEOPLE', 'CALL_LIST_ENTRIES'].map(totalOf),
        records: records.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      },
    };
  });

const engine = useEngine();

describe('an import that DynamoDB throttles', () => {
  it('stores and counts each row once in the engine', async () => {
    const writes = limitWrites(engine.client, 400);
    const bucket = await createImportBucket({ client: writes.client, tableName: engine.tableName });
    expect(await importFile(bucket, 'people/crm/1.csv', people(700))).toBe(0);
    expect(writes.throttled).toBeGreaterThan(0);
    const items = await engine.itemsOf(`ORG#${bucket.organizationId}#`);
    expect(items.filter(({ sk }) => sk === 'PERSON')).toHaveLength(700);
    expect(await readTotal(bucket.table.reader, bucket.organizationId, 'person')).toBe(700);
  });

  it('progresses at the rate of the table, without failed steps, to the same result', async () => {
    const { result: expected } = await importAll(1_000_000);
    expect(expected.totals).toEqual([PEOPLE - DELETED, 500]);
    const { failed, seconds, writes, result } = await importAll(300);
    expect(result).toEqual(expected);
    expect(failed).toBe(0);
    expect(seconds).toBeLessThan((1.25 * writes.units) / 300);
    expect(writes.throttled).toBeLessThan(writes.made / 2);
  });

  it('ends its step in time while no rows can be stored, and continues in a later one', async () => {
    const { result: expected } = await importAll(1_000_000);
    const { failed, result } = await importAll(300, async (writes) => {
      await setTimeout(3_000);
      // Too few for a transaction of rows.
      writes.unitsPerSecond = 50;
      await setTimeout(2 * INVOCATION);
      writes.unitsPerSecond = 300;
    });
    expect(failed).toBe(2);
    expect(result).toEqual(expected);
  });
});

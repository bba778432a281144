import { describe, expect, it } from 'vitest';
import { eventsOfChange } from '../../../functions/events/publish-events/events-of-change.ts';
import { routeFunction } from '../../../functions/http/route-function.ts';
import { createListCallListEntries } from '../../../functions/records/list-call-list-entries/handler.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { readChange } from '../../../shared/events/table-change.ts';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { createCompanyRepository, createPersonRepository } from '../../../shared/records/store/records.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import type { Item } from '../../../shared/table/reader.ts';
import type { Table } from '../../../shared/table/table.ts';
import { EARLIER_ORGANIZATIONS, earlierItems, putItems, resourcesOf } from '../../support/earlier-version.ts';
import { openTableStream } from '../../support/engine/table-stream.ts';
import {
  ask,
  COLLECTIONS,
  earlierResources,
  expectComplete,
  expectConsistent,
  idsOf,
  readCollections,
  upgrade,
  useEarlierTables,
} from '../../support/upgraded.ts';

const { second } = EARLIER_ORGANIZATIONS;
const ALL = Object.fromEntries(COLLECTIONS.map((name) => [name, earlierResources(name).length]));
const NONE = Object.fromEntries(COLLECTIONS.map((name) => [name, 0]));

const startEarlier = useEarlierTables();
const keyOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

describe('upgradeTable', () => {
  it('lists and counts everything, and changes nothing else', async () => {
    const engine = await startEarlier();
    const start = new Date().toISOString();
    expect(await upgrade(engine)).toEqual({
      stored: ALL,
      upgraded: ALL,
      organizations: { complete: 3, incomplete: [] },
      unreadable: 0,
      corrected: [],
      unverified: [],
    });
    await expectComplete(engine);

    const after = new Map((await engine.itemsOf('ORG')).map((item) => [keyOf(item), item]));
    for (const item of earlierItems) {
      const { changedAt, gsi4pk, gsi4sk, gsi1pk, gsi1sk, ...rest } = after.get(keyOf(item)) ?? {};
      const { gsi1pk: partition = gsi1pk, gsi1sk: sort = gsi1sk, ...before } = item;
      expect([rest, gsi1pk, gsi1sk]).toEqual([before, partition, sort]);
      if (resourcesOf([item]).length > 0) expect(String(changedAt) >= start).toBe(true);
      else expect([changedAt, gsi4pk, gsi4sk]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('lists the entries of one call list', async () => {
    const engine = await startEarlier();
    await upgrade(engine);
    const lists = Map.groupBy(earlierResources('callListEntries', second), ({ item }) => item['pk']);
    const [largest = []] = [...lists.values()].toSorted((a, b) => b.length - a.length);
    const callListId = String(largest[0]?.item['pk']).slice(-36);
    const { listCallListEntries: route } = ROUTES;
    const page = await ask(routeFunction(route, createListCallListEntries(engine.table)), {
      organizationId: second,
      resource: route.path,
      query: { limit: '100', callListId },
    });
    expect([page.statusCode, page.totalCount]).toEqual([200, largest.length]);
    expect(idsOf(page.items)).toEqual(idsOf(largest.map(({ resource }) => resource)));
  });

  it('causes no events', async () => {
    const engine = await startEarlier({ hasStream: true });
    const stream = openTableStream(engine);
    const loaded = (await stream.recordsOf('ORG#')).length;
    await upgrade(engine);
    const records = (await stream.recordsOf('ORG#')).slice(loaded);
    stream.close();
    const changes = records.flatMap((record) => readChange(record) ?? []);
    expect(changes.length).toBeGreaterThanOrEqual(earlierResources('people', second).length);
    expect(changes.flatMap(eventsOfChange)).toEqual([]);
  });

  it('writes nothing when it is repeated', async () => {
    const engine = await startEarlier();
    await upgrade(engine);
    const { reader } = engine.table;
    const refuse = () => Promise.reject(new Error('written'));
    const writer = { put: refuse, update: refuse, transact: refuse };
    const report = await upgrade(engine, { table: { reader, writer } });
    expect(report).toMatchObject({ stored: ALL, upgraded: NONE, organizations: { complete: 3 } });
  });

  it('can be interrupted before and after any transaction, and repeated', async () => {
    let isInterrupted = true;
    for (let last = 0; isInterrupted; last++) {
      const engine = await startEarlier();
      const { reader, writer } = engine.table;
      let transactions = 0;
      const failing: Table['writer'] = {
        ...writer,
        async transact(operations) {
          transactions += 1;
          if (transactions <= last) return writer.transact(operations);
          // Every other run loses the response instead of the request.
          if (last % 2 === 1) await writer.transact(operations);
          throw new Error('interrupted');
        },
      };
      isInterrupted = await upgrade(engine, { table: { reader, writer: failing } }).then(
        () => false,
        () => true,
      );
      expect(isInterrupted || last > COLLECTIONS.length).toBe(true);
      await expectConsistent(engine);
      expect(await upgrade(engine)).toMatchObject({
        stored: ALL,
        organizations: { complete: 3 },
        corrected: [],
      });
      await expectConsistent(engine);
      if (!isInterrupted) await expectComplete(engine);
      await engine.stop();
    }
  });

  it('skips tombstones', async () => {
    const engine = await startEarlier();
    const id = '7da8a2a0-0000-4000-8000-000000000001';
    const tombstone = { ...personKey(second, id), id, version: 3, deletedAt: '2026-03-01T08:00:00.000Z' };
    await putItems(engine, [tombstone]);
    expect(await upgrade(engine)).toMatchObject({ stored: ALL, upgraded: ALL });
    expect(await engine.itemsOf(tombstone.pk)).toEqual([tombstone]);
  });
});

describe('data of the earlier version', () => {
  it('is readable at once, while its collections return 503 until it is upgraded', async () => {
    const engine = await startEarlier();
    const { reader } = engine.table;
    const people = createPersonRepository(reader);
    const companies = createCompanyRepository(reader);
    const callLists = createCallListRepository(reader);
    for (const { resource } of earlierResources('people')) {
      expect(await people.get(resource.organizationId, resource.id)).toMatchObject({ id: resource.id });
    }
    for (const { resource } of earlierResources('companies')) {
      expect(await companies.get(resource.organizationId, resource.id)).toMatchObject({ id: resource.id });
    }
    for (const { resource, item } of earlierResources('callLists')) {
      const found = await callLists.getWithEntries(resource.organizationId, resource.id, { limit: 100 });
      expect(found?.callList.id).toBe(resource.id);
      expect(found?.entries).toHaveLength(Number(item['entryCount']));
    }
    const before = await readCollections(reader, second);
    for (const name of COLLECTIONS) {
      expect(before[name]).toMatchObject({
        statusCode: 503,
        detail: expect.stringContaining('earlier version'),
        headers: { 'Retry-After': '60' },
      });
    }
    await upgrade(engine);
    await expectComplete(engine);
  });
});

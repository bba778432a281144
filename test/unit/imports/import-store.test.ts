import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/contract/imports/import-limits.ts';
import type { Import } from '../../../shared/imports/import.ts';
import {
  deleteProfile,
  listProfiles,
  putProfile,
  readProfile,
} from '../../../shared/imports/import-profiles.ts';
import { IMPORTS, insertImport, listImports, readImport } from '../../../shared/imports/import-repository.ts';
import { lastImportOperation, readLastImport } from '../../../shared/imports/last-import.ts';
import { createImportFence, orderOf } from '../../../shared/imports/source-state.ts';
import { handOverLease, releaseOperation, renewLease, takeLease } from '../../../shared/jobs/job-lease.ts';
import { readJobQueue } from '../../../shared/jobs/job-queue.ts';
import type { Table } from '../../../shared/table/table.ts';
import { startTestEngine, type TestEngine } from '../../support/engine/engine.ts';
import { someImport } from '../../support/imports/new-import.ts';
import { ACTOR, at } from '../../support/keys/key-fixture.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startTestEngine();
  table = engine.table;
});
afterAll(() => engine.stop());

const peopleLine = (organizationId: string) => IMPORTS.kind.lineOf({ organizationId, kind: 'people' });

const jobOf = (item: Import) => IMPORTS.jobIn(item, item.id);

const COUNTS = { read: 3, created: 1, changed: 1, unchanged: 0, merged: 0, rejected: 1, warnings: 2 };

describe('an import', () => {
  it('stores an import once, changes it, and reads it as written', async () => {
    const organizationId = randomUUID();
    const created = someImport(organizationId, {
      settings: { ...DEFAULT_SETTINGS, region: 'US', mappings: [{ column: 'Tel', path: 'phones.work' }] },
    });
    expect(await insertImport(table, created)).toEqual(created);
    expect(await insertImport(table, created)).toBeUndefined();
    const changed = await IMPORTS.change(table, created, {
      status: 'completed',
      counts: {
        people: COUNTS,
        companies: COUNTS,
        callLists: COUNTS,
        callListEntries: COUNTS,
        calls: COUNTS,
        companiesCreatedForPeople: 1,
        bansAdded: 0,
        bansLifted: 0,
        valuesEmptied: 0,
      },
      progress: {
        ...{ rows: 3, unreadable: 1, rejectsFormat: 'csv', rejectParts: 1 },
        ...{ warningParts: 0, hasUnlinkedPeople: false },
      },
      deletions: { missing: 1, deleted: 1, stopped: null },
    });
    expect(await readImport(table.reader, organizationId, created.id)).toEqual(changed);
    expect(changed?.version).toBe(2);
    expect(await IMPORTS.change(table, created, { status: 'failed' })).toBeUndefined();
    expect(await readImport(table.reader, randomUUID(), created.id)).toBeUndefined();
  });

  it('lists imports of its organization, newest first, in pages', async () => {
    const organizationId = randomUUID();
    const times = [-3, -2, -1].map(at);
    for (const createdAt of times) await insertImport(table, someImport(organizationId, { createdAt }));
    const companies = someImport(organizationId, { kind: 'companies' });
    await insertImport(table, companies);
    const people = await listImports(table.reader, { organizationId, kind: 'people' }, { limit: 2 });
    expect(people.imports.map(({ createdAt }) => createdAt)).toEqual([times[2], times[1]]);
    const rest = await listImports(
      table.reader,
      { organizationId, kind: 'people' },
      { limit: 2, position: people.next },
    );
    expect(rest.imports.map(({ createdAt }) => createdAt)).toEqual([times[0]]);
    expect(rest.next).toBeUndefined();
    const all = await listImports(table.reader, { organizationId }, { limit: 10 });
    expect(all.imports.map(({ id }) => id)[0]).toBe(companies.id);
    expect(all.imports).toHaveLength(4);
  });

  it('expires an import 400 days after its creation', async () => {
    const created = someImport(randomUUID(), { createdAt: '2026-01-01T00:00:00.000Z' });
    await insertImport(table, created);
    const [item] = await engine.itemsOf(`IMPORT#${created.organizationId}`);
    expect(item?.['ttl']).toBe(Date.parse('2027-02-05T00:00:00.000Z') / 1000);
  });
});

describe('the queue of a kind', () => {
  it('orders the queue of a kind by arrival', async () => {
    const organizationId = randomUUID();
    const [first, second] = [someImport(organizationId), someImport(organizationId)];
    await insertImport(table, second);
    const queued = await insertImport(table, { ...first, status: 'queued', queuedAt: at(-10) });
    await IMPORTS.change(table, second, { status: 'queued', queuedAt: at(0) });
    const other = someImport(organizationId, { kind: 'companies' });
    await insertImport(table, { ...other, status: 'queued', queuedAt: at(-20) });
    expect(await readJobQueue(table.reader, peopleLine(organizationId))).toMatchObject({
      first: { id: first.id },
    });
    if (queued === undefined) throw new Error('The import was not queued.');
    const running = await IMPORTS.change(table, queued, { status: 'running' });
    if (running === undefined) throw new Error('The import was modified.');
    await createImportFence(table, orderOf(running)).begin();
    const done = await IMPORTS.change(table, running, { status: 'completed', queuedAt: null }, [
      lastImportOperation({ ...running, contentHash: 'hash' }),
    ]);
    expect(done?.queuedAt).toBeNull();
    expect(await readJobQueue(table.reader, peopleLine(organizationId))).toMatchObject({
      first: { id: second.id },
    });
    expect(await readLastImport(table.reader, first)).toEqual({
      importId: first.id,
      contentHash: 'hash',
      settings: DEFAULT_SETTINGS,
    });
  });

  it('grants one lease, which only its owner renews, hands over and releases', async () => {
    const organizationId = randomUUID();
    const [one, other] = [jobOf(someImport(organizationId)), jobOf(someImport(organizationId))];
    const take = (each: typeof one, owner: string | null, now = 0) =>
      takeLease(table, each, owner, now + 100, now);
    expect(await take(one, 'a')).toBe(true);
    expect(await take(one, 'b')).toBe(false);
    expect(await take(other, 'b')).toBe(false);
    // A retry, after the response to the first attempt was lost.
    expect(await take(one, 'a')).toBe(true);
    expect(await take(other, 'a')).toBe(false);
    expect(await renewLease(table, one, 'b', 500)).toBe(false);
    expect(await renewLease(table, one, 'a', 500)).toBe(true);
    expect((await readJobQueue(table.reader, peopleLine(organizationId))).lease).toEqual({
      jobId: one.id,
      owner: 'a',
      until: 500,
      lost: { progress: 0, count: 0 },
    });
    expect(await handOverLease(table, one, 'a', 500)).toBe(true);
    expect(await take(other, 'b', 1)).toBe(false);
    expect(await take(one, 'b', 1)).toBe(true);
    expect(await table.writer.transact([releaseOperation(one, 'a')])).toBe(false);
    expect(await take(other, 'c', 2)).toBe(false);
    expect(await table.writer.transact([releaseOperation(one, 'b')])).toBe(true);
    expect(await take(other, 'c', 2)).toBe(true);
    expect(await take(one, 'd', 103)).toBe(true);
  });
});

describe('an import profile', () => {
  it('stores one profile per kind and source', async () => {
    const organizationId = randomUUID();
    const profile = {
      organizationId,
      kind: 'people' as const,
      source: 'crm',
      settings: { ...DEFAULT_SETTINGS, isSilent: true },
      updatedAt: at(0),
      updatedBy: ACTOR,
    };
    await putProfile(table, { ...profile, settings: DEFAULT_SETTINGS });
    await putProfile(table, profile);
    await putProfile(table, { ...profile, kind: 'companies' });
    expect(await readProfile(table.reader, profile)).toEqual(profile);
    expect((await listProfiles(table.reader, organizationId)).map(({ kind }) => kind)).toEqual([
      'companies',
      'people',
    ]);
    expect(await deleteProfile(table, profile)).toBe(true);
    expect(await deleteProfile(table, profile)).toBe(false);
    expect(await readProfile(table.reader, profile)).toBeUndefined();
  });
});

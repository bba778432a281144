import { describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../../shared/audit-log/audit-log.ts';
import { readTotal } from '../../../../shared/records/collections/collection.ts';
import { deleteRecord } from '../../../../shared/records/delete-record.ts';
import { countUnchanged } from '../../../../shared/records/retention/count-unchanged.ts';
import { NO_COUNTS } from '../../../../shared/records/retention/expiry-state.ts';
import { firstExpiry } from '../../../../shared/records/retention/record-retention.ts';
import { addToCollectionCount, putRecord } from '../../../../shared/records/store/record-writes.ts';
import { companyKey, personKey } from '../../../../shared/table/items/keys.ts';
import { callWith } from '../../../support/records/call-with.ts';
import { callToItem } from '../../../support/records/calls.ts';
import { indexLookups } from '../../../support/records/index-lookups.ts';
import { useRetention } from '../../../support/records/retention.ts';

const retention = useRetention();
const { run, at, register, keepFor, expire, history } = retention;

const people = 'Record ID,First Name,Email\nP1,Nora,nora@example.com';
const companies = 'Record ID,Company Name\nC1,Nowhere Inc.';

const set = async (days: number | null = 30): Promise<void> => {
  await register();
  await keepFor(days);
};

describe('a record that nothing touches', () => {
  it('keeps an unused record forever by default', async () => {
    await register();
    await run({ people });
    at(5_000);
    await expire();
    expect(await history()).toEqual(['person.created 1']);
  });

  it('announces an unused record a day ahead, and deletes it', async () => {
    await set();
    await run({ people, companies });
    at(30.9);
    await expire();
    expect(await history()).toEqual(['company.created 1', 'person.created 1']);

    at(31.5);
    await expire();
    const [, , ...announced] = await retention.events();
    expect(announced.map(({ type, sequence }) => `${type} ${sequence}`)).toEqual([
      'person.expiring 2',
      'company.expiring 2',
    ]);
    const person = await retention.person('P1');
    expect(announced[0]).toMatchObject({
      data: person,
      previous: {},
      expiresAt: at(33).toISOString(),
      isSilent: false,
    });
    expect(person?.changedAt).toBe(at(0).toISOString());

    at(32.9);
    await expire();
    expect(await history()).toHaveLength(4);
    at(34);
    await expire();
    expect((await history()).slice(4)).toEqual(['person.deleted 3', 'company.deleted 3']);
    expect(await retention.person('P1')).toBeUndefined();
    for (const name of ['person', 'company'] as const) {
      expect(await readTotal(retention.reader, retention.organizationId, name)).toBe(0);
    }
  });

  it('announces the expiry to webhooks even if the record was imported silently', async () => {
    await set();
    await run({ people }, { isSilent: true });
    at(32);
    await expire();
    expect((await retention.events()).map(({ isSilent }) => isSilent)).toEqual([true, false]);
  });

  it('counts deleted records in the audit log', async () => {
    await set();
    await run({ people, companies });
    for (const day of [32, 34]) {
      at(day);
      await expire();
    }
    const { entries } = await readAuditLog(
      retention.reader,
      retention.organizationId,
      { actorId: 'retention' },
      { limit: 10 },
    );
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['retention.applied', { ...NO_COUNTS, deletedPeople: 1, deletedCompanies: 1 }],
      ['retention.applied', { ...NO_COUNTS, announcedPeople: 1, announcedCompanies: 1 }],
    ]);
  });
});

describe('a record is kept', () => {
  it('keeps a record that an import left unchanged, without an event or a new version', async () => {
    await set();
    await run({ people });
    at(20);
    const { people: counts } = await run({ people });
    expect(counts).toMatchObject({ unchanged: 1 });
    expect((await retention.person('P1'))?.changedAt).toBe(at(0).toISOString());
    at(50);
    await expire();
    expect(await history()).toEqual(['person.created 1']);
    at(51.5);
    await expire();
    expect((await history()).slice(1)).toEqual(['person.expiring 2']);
  });

  it('keeps a record that is imported after the announcement', async () => {
    await set();
    await run({ people });
    at(32);
    await expire();
    at(32.5);
    await run({ people });
    at(40);
    await expire();
    expect(await history()).toEqual(['person.created 1', 'person.expiring 2']);
    at(64);
    await expire();
    expect((await history()).slice(2)).toEqual(['person.expiring 3']);
  });

  it('keeps a record while a call list entry refers to it, and for the period after', async () => {
    await set();
    await run({ people, companies });
    await run({ callLists: 'List ID,List Name,Person ID,Company ID\nL1,First,P1,C1' });
    for (const day of [34, 36, 70, 110]) {
      at(day);
      await expire();
    }
    expect((await history()).filter((event) => /expiring|person.deleted/.test(event))).toEqual([]);

    const list = { kind: 'call_list', id: retention.idOf('call_list', 'import', 'L1') } as const;
    const { organizationId } = retention;
    const actor = { id: 'a', name: 'a', from: null };
    at(130);
    await deleteRecord(retention.table, { ...list, organizationId }, { actor });
    at(160);
    await expire();
    expect((await history()).filter((event) => event.includes('expiring'))).toEqual([]);
    at(162);
    await expire();
    expect((await history()).filter((event) => event.includes('expiring'))).toEqual([
      'person.expiring 2',
      'company.expiring 2',
    ]);
  });

  it('keeps a record that is added to a call list after the announcement', async () => {
    await set();
    await run({ people, companies });
    at(32);
    await expire();
    at(33.2);
    await run({ callLists: 'List ID,List Name,Person ID,Company ID\nL1,First,P1,C1' });
    for (const key of [
      personKey(retention.organizationId, retention.idOf('person', 'import', 'P1')),
      companyKey(retention.organizationId, retention.idOf('company', 'import', 'C1')),
    ]) {
      const stored = await retention.reader.get(key);
      expect(stored).toMatchObject({ touchedAt: new Date().toISOString() });
      expect(stored).not.toHaveProperty('expiresAt');
    }
    at(34);
    await expire();
    expect((await history()).filter((event) => event.includes('deleted'))).toEqual([]);
  });

  it('keeps the company of a stored person, and announces nothing of it', async () => {
    await set();
    await run({ companies, people: 'Record ID,First Name,Company ID\nP1,Nora,C1' });
    await indexLookups(retention.engine);
    at(20);
    // Uses the person alone.
    await run({ people: 'Record ID,First Name\nP1,Nora' });
    for (const day of [32, 34]) {
      at(day);
      await expire();
    }
    expect(await history()).toEqual(['company.created 1', 'person.created 1']);
  });

  it('keeps a company whose only person follows many outdated lookups', async () => {
    await set();
    const ids = Array.from({ length: 12 }, (_, n) => `P${n}`);
    const personIdOf = (id: string): string => retention.idOf('person', 'import', id);
    const [last, ...others] = ids.toSorted((a, b) => (personIdOf(a) > personIdOf(b) ? -1 : 1));
    const rows = (of: readonly string[], company: string): string =>
      ['Record ID,First Name,Company ID', ...of.map((id) => `${id},Nora,${company}`)].join('\n');
    await run({ companies: `${companies}\nC2,Elsewhere Inc.`, people: rows(ids, 'C1') });
    await indexLookups(retention.engine);
    at(20);
    await run({ people: rows(others, 'C2') });
    await run({ people: `Record ID,First Name\n${last},Nora` });
    for (const day of [32, 34]) {
      at(day);
      await expire();
    }
    expect((await history()).filter((event) => /expiring|deleted/.test(event))).toEqual([]);
  });

  it('keeps a company that an import of people names', async () => {
    await set();
    await run({ companies });
    at(20);
    await run({ people: 'Record ID,First Name,Email,Company ID\nP1,Nora,nora@example.com,C1' });
    const key = companyKey(retention.organizationId, retention.idOf('company', 'import', 'C1'));
    expect(await retention.reader.get(key)).toMatchObject({ touchedAt: at(20).toISOString(), version: 1 });
  });

  it('keeps the record of another organization', async () => {
    await register();
    await run({ people });
    const other = personKey(retention.organizationId, retention.idOf('person', 'import', 'P1'));
    retention.nextOrganization();
    await set();
    await run({ people });
    for (const day of [32, 34]) {
      at(day);
      await expire();
    }
    expect(await retention.person('P1')).toBeUndefined();
    expect(await retention.reader.get(other)).toMatchObject({ version: 1, firstName: 'Nora' });
  });
});

describe('the setting', () => {
  it('counts the period from when the setting is turned on', async () => {
    await register();
    await run({ people });
    at(400);
    await keepFor(30);
    at(430);
    await expire();
    expect(await history()).toEqual(['person.created 1']);
    at(432);
    await expire();
    expect((await history()).slice(1)).toEqual(['person.expiring 2']);
  });

  it('deletes nothing without notice after the period was shortened', async () => {
    await set(3_000);
    await run({ people });
    at(400);
    await keepFor(30);
    await expire();
    const [, announced] = await retention.events();
    expect(announced).toMatchObject({ type: 'person.expiring' });
    expect(Date.parse(announced?.expiresAt ?? '') - Date.now()).toBeGreaterThan(86_400_000);
    at(400.9);
    await expire();
    expect(await history()).toHaveLength(2);
    at(402.1);
    await expire();
    expect((await history()).slice(2)).toEqual(['person.deleted 3']);
  });

  it('cancels announced expiries when the period is lengthened', async () => {
    await set();
    await run({ people });
    at(32);
    await expire();
    await keepFor(60);
    at(40);
    await expire();
    at(62);
    await expire();
    expect((await history()).slice(1)).toEqual(['person.expiring 2', 'person.expiring 3']);
    at(64);
    await expire();
    expect((await history()).slice(3)).toEqual(['person.deleted 4']);
  });

  it('cancels announced expiries when turned off, and starts over when turned on again', async () => {
    await set();
    await run({ people });
    at(32);
    await expire();
    await keepFor(null);
    at(40);
    await expire();
    at(41);
    await keepFor(30);
    at(70);
    await expire();
    expect((await history()).slice(1)).toEqual(['person.expiring 2']);
    at(73);
    await expire();
    expect((await history()).slice(2)).toEqual(['person.expiring 3']);
  });
});

describe('a call', () => {
  const storeCall = async (): Promise<void> => {
    const person = await retention.person('P1');
    const call = callWith({ id: person?.id ?? '', companyId: null });
    const { writer } = retention.table;
    await writer.transact((now) => [
      putRecord(callToItem(retention.organizationId, call), undefined, { isSilent: false, now }),
      ...addToCollectionCount(retention.organizationId, 'call', 1),
    ]);
    await indexLookups(retention.engine);
  };

  it('expires without an announcement, and keeps its person until then', async () => {
    await set();
    await run({ people });
    at(20);
    await storeCall();
    // The person would expire.
    for (const day of [32, 34, 52]) {
      at(day);
      await expire();
    }
    expect((await history()).toSorted()).toEqual(['call.created 1', 'person.created 1']);
    at(53.5);
    await expire();
    expect((await history()).slice(2)).toEqual(['call.deleted 2']);
    expect(await readTotal(retention.reader, retention.organizationId, 'call')).toBe(0);
    await indexLookups(retention.engine);
    for (const day of [66, 68]) {
      at(day);
      await expire();
    }
    expect((await history()).slice(3)).toEqual(['person.expiring 2', 'person.deleted 3']);
  });
});

describe('a preview', () => {
  it('counts the records that have not changed for the period', async () => {
    await register();
    await run({ people, companies });
    const now = at(29.9);
    const { reader, organizationId } = retention;
    await run({ people: `${people}\nP2,Otto,otto@example.com` });
    expect(await countUnchanged(reader, organizationId, 30, now)).toEqual({
      people: 0,
      companies: 0,
      calls: 0,
    });
    expect(await countUnchanged(reader, organizationId, 30, at(30.1))).toEqual({
      people: 1,
      companies: 1,
      calls: 0,
    });
  });

  it.each([
    ['is turned on', 0, 33],
    ['has been on for long', -100, 25 / 24],
  ])('predicts when the first record can be deleted if retention %s', (_, since, days) => {
    const first = firstExpiry({ days: 30, since: at(since).toISOString() }, at(0));
    expect(first).toBe(at(days).toISOString());
  });
});

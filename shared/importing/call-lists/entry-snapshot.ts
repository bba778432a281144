import type { Phone } from '../../domain/fields.ts';
import { callListEntryFromItem } from '../../table/call-lists/call-list-mapper.ts';
import type { StoredEntry, StoredLocator } from '../../table/call-lists/call-list-writes.ts';
import { requiredNumber, requiredString } from '../../table/items/attributes.ts';
import { callListEntryKey, callListEntryLocatorKey, companyKey, personKey } from '../../table/items/keys.ts';
import { versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import { companyFromItem } from '../../table/records/company-mapper.ts';
import { personFromItem } from '../../table/records/person-mapper.ts';
import { type CallTarget, callTargetOf } from '../run/dry-run-records.ts';
import type { ImportRun } from '../run/import-run.ts';

/** The ids of an entry. What they refer to may not exist. */
export interface EntryIds {
  readonly id: string;
  readonly personId: string | null;
  readonly companyId: string | null;
}

export interface Target extends CallTarget {
  readonly phones: readonly Phone[];
}

/** The stored items that a group of entries depends on. */
export interface EntrySnapshot {
  person(id: string): Target | undefined;
  company(id: string): Target | undefined;
  locator(entryId: string): StoredLocator | undefined;
  entry(entryId: string): StoredEntry | undefined;
}

const distinct = (ids: readonly (string | null)[]): readonly string[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

const locatorOf = (item: Item): StoredLocator => ({
  callListId: requiredString(item, 'callListId'),
  position: requiredNumber(item, 'position'),
  version: versionOf(item) ?? 0,
});

/**
 * Reads the items that a group of entries depends on, by key: never a whole list, so that memory depends on the
 * size of the group only.
 */
export const readEntrySnapshot = async (
  entries: readonly EntryIds[],
  run: ImportRun,
): Promise<EntrySnapshot> => {
  const { organizationId, dryRun } = run;
  const read = (keys: Parameters<typeof run.reader.getMany>[0]) =>
    run.reader.getMany(keys, { consistentRead: true });
  const byLocatorKey = new Map(
    entries.map(({ id }) => [callListEntryLocatorKey(organizationId, id).pk, id] as const),
  );
  const [personItems, companyItems, locatorItems] = await Promise.all([
    read(distinct(entries.map(({ personId }) => personId)).map((id) => personKey(organizationId, id))),
    read(distinct(entries.map(({ companyId }) => companyId)).map((id) => companyKey(organizationId, id))),
    read(distinct(entries.map(({ id }) => id)).map((id) => callListEntryLocatorKey(organizationId, id))),
  ]);
  const targetOf = (record: Parameters<typeof callTargetOf>[0] & { readonly id: string }): Target => ({
    ...(dryRun?.changedTarget(record.id) ?? callTargetOf(record)),
    phones: record.phones,
  });
  const people = new Map(personItems.map(personFromItem).map((person) => [person.id, targetOf(person)]));
  const companies = new Map(
    companyItems.map(companyFromItem).map((company) => [company.id, targetOf(company)]),
  );
  const locators = new Map(
    locatorItems.map((item) => [byLocatorKey.get(String(item['pk'])) ?? '', locatorOf(item)] as const),
  );
  const entryItems = await read(
    [...locators].map(([id, { callListId, position }]) =>
      callListEntryKey(organizationId, callListId, position, id),
    ),
  );
  const stored = new Map(
    entryItems.map((item): [string, StoredEntry] => {
      const entry = callListEntryFromItem(item);
      return [entry.id, { entry, version: versionOf(item) ?? 0 }];
    }),
  );
  const wouldExist = (id: string): Target | undefined =>
    dryRun?.wouldExist(id) === true ? { companyId: null, phone: null, phones: [] } : undefined;
  return {
    person: (id) => people.get(id) ?? wouldExist(id),
    company: (id) => companies.get(id) ?? wouldExist(id),
    locator: (entryId) => locators.get(entryId),
    entry: (entryId) => stored.get(entryId),
  };
};

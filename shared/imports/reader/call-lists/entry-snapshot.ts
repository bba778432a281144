import type { Phone } from '../../../kinds/phone-fields.ts';
import type { StoredEntry, StoredLocator } from '../../../records/call-lists/call-list-writes.ts';
import { touchRecords } from '../../../records/retention/record-touches.ts';
import { callListEntryFromItem } from '../../../records/store/call-list-entry-items.ts';
import { readSuppressions } from '../../../records/suppression/suppression-list.ts';
import { numberTarget } from '../../../records/suppression/suppression-targets.ts';
import {
  list as listOf,
  optionalNumber,
  requiredNumber,
  requiredString,
} from '../../../table/items/attributes.ts';
import { itemBytes } from '../../../table/items/item-size.ts';
import { callListEntryKey, callListEntryLocatorKey } from '../../../table/items/keys.ts';
import { DELETED_VERSION_ATTRIBUTE, FIRST_VERSIONS_ATTRIBUTE } from '../../../table/items/schema.ts';
import { isDeleted, versionOf } from '../../../table/items/versions.ts';
import type { Item } from '../../../table/reader.ts';
import { isCallable } from '../drafts/record-draft.ts';
import { COMPANIES, PEOPLE, type RecordKind } from '../records/record-kinds.ts';
import { type CallTarget, callTargetOf } from '../run/dry-run-records.ts';
import type { ImportRun } from '../run/import-run.ts';

/** The ids of an entry, and the number that its row gives. What they refer to may not exist. */
export interface EntryIds {
  readonly id: string;
  /** In E.164; null for none. */
  readonly number: string | null;
  readonly personId: string | null;
  readonly companyId: string | null;
}

export interface Target extends CallTarget {
  /** The version of the stored item; 0 in a dry run that would create it. */
  readonly bytes: number;
  readonly phones: readonly Phone[];
}

/** The stored items that a group of entries depends on. */
export type EntrySnapshot = Awaited<ReturnType<typeof readEntrySnapshot>>;

const distinct = (ids: readonly (string | null)[]): readonly string[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

const locatorOf = (item: Item): StoredLocator => ({
  callListId: requiredString(item, 'callListId'),
  position: requiredNumber(item, 'position'),
  version: versionOf(item) ?? 0,
  deletedVersion: optionalNumber(item, DELETED_VERSION_ATTRIBUTE) ?? undefined,
  firstVersions: listOf(item, FIRST_VERSIONS_ATTRIBUTE),
});

/**
 * Reads the items that a group of entries depends on, by key: never a whole list, so that memory depends on
 * the size of the group only.
 */
export const readEntrySnapshot = async (entries: readonly EntryIds[], run: ImportRun) => {
  const { organizationId, dryRun } = run;
  const read = (keys: Parameters<typeof run.reader.getMany>[0]) =>
    run.reader.getMany(keys, { consistentRead: true });
  const targetsOf = (kind: RecordKind) => {
    const targets = new Map<string, Target | undefined>();
    return {
      async read(ids: readonly (string | null)[]): Promise<void> {
        const unread = distinct(ids).filter((id) => !targets.has(id));
        for (const id of unread) targets.set(id, undefined);
        const items = await read(unread.map((id) => kind.keyOf(organizationId, id)));
        if (run.marksTouches) await touchRecords(run.writer, items);
        for (const item of items.filter((each) => !isDeleted(each))) {
          const record = kind.fromItem(item);
          if (!isCallable(record)) continue;
          const { id, phones } = record;
          const target = dryRun?.changedTarget(id) ?? callTargetOf(record);
          targets.set(id, { ...target, phones, bytes: itemBytes(item) });
        }
      },
      find(id: string): Target | undefined {
        const wouldExist = dryRun?.wouldExist(id) === true;
        return (
          targets.get(id) ?? (wouldExist ? { companyId: null, phone: null, phones: [], bytes: 0 } : undefined)
        );
      },
    };
  };
  const people = targetsOf(PEOPLE);
  const companies = targetsOf(COMPANIES);
  const byLocatorKey = new Map(
    entries.map(({ id }) => [callListEntryLocatorKey(organizationId, id).pk, id] as const),
  );
  const numbers = distinct(entries.map(({ number }) => number)).map(numberTarget);
  const [locatorItems, list] = await Promise.all([
    read(entries.map(({ id }) => callListEntryLocatorKey(organizationId, id))),
    readSuppressions(run.reader, organizationId, numbers),
    people.read(entries.map(({ personId }) => personId)),
    companies.read(entries.map(({ companyId }) => companyId)),
  ]);
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
      return [entry.id, { entry, item }];
    }),
  );
  const known = [...stored.values()].map(({ entry }) => entry);
  // Of rows that do not name them. Also to mark them: a changed entry moves in the index that expiry reads,
  // and may be missing there for a moment.
  await people.read(known.map(({ personId }) => personId));
  await companies.read(known.map(({ companyId }) => companyId));
  const isSuppressed = (number: string): boolean => list.entryOf(numberTarget(number)) !== undefined;
  return {
    person: people.find,
    company: companies.find,
    locators,
    entries: stored,
    version: list.version,
    isSuppressed,
  };
};

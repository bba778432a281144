import { timestampOf } from '../../domain/timestamp.ts';
import type { CallListEntry } from '../../kinds/call-list-entry.ts';
import { forEachConcurrently } from '../../runtime/concurrency.ts';
import { requiredString } from '../../table/items/attributes.ts';
import { companyKey, personKey, type TableKey } from '../../table/items/keys.ts';
import { EXPIRES_ATTRIBUTE, TOUCHED_ATTRIBUTE } from '../../table/items/schema.ts';
import { updateOf } from '../../table/items/update-expression.ts';
import { unchangedSince, versionOf } from '../../table/items/versions.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { TableWriter, UpdateOperation } from '../../table/writer.ts';
import { marksTouches, needsMark } from './record-retention.ts';

/** Marks what call list entries refer to as touched, before they are deleted. */
export const touchTargets = async (
  { reader, writer }: Table,
  organizationId: string,
  entries: Parameters<typeof targetKeysOf>[1],
): Promise<void> => {
  const keys = targetKeysOf(organizationId, entries);
  if (keys.length === 0 || !(await marksTouches(reader, organizationId))) return;
  await touchRecords(writer, await reader.getMany(keys, { consistentRead: true }));
};

/** Writes at a time. */
const CONCURRENCY = 16;

/**
 * The write that marks a stored record as touched, and calls off its announced expiry. Neither a new version
 * nor a change: it causes no event, and the record keeps its place in its collection.
 */
export const touchOf = (stored: Item, now: Date): UpdateOperation => {
  const key: TableKey = { pk: requiredString(stored, 'pk'), sk: requiredString(stored, 'sk') };
  const attributes = { [TOUCHED_ATTRIBUTE]: timestampOf(now), [EXPIRES_ATTRIBUTE]: null };
  return updateOf(key, attributes, unchangedSince(versionOf(stored)));
};

/** The people and companies that call list entries refer to. */
export const targetKeysOf = (
  organizationId: string,
  entries: readonly Pick<CallListEntry, 'personId' | 'companyId'>[],
): readonly TableKey[] => {
  const keys = entries.flatMap(({ personId, companyId }) => [
    ...(personId === null ? [] : [personKey(organizationId, personId)]),
    ...(companyId === null ? [] : [companyKey(organizationId, companyId)]),
  ]);
  return [...new Map(keys.map((key) => [key.pk, key])).values()];
};

/**
 * Marks those of some stored records whose last mark is too old. A record that changed meanwhile needs none.
 */
export const touchRecords = (writer: TableWriter, stored: readonly Item[]): Promise<void> =>
  forEachConcurrently(
    stored.filter((item) => needsMark(item, new Date())),
    CONCURRENCY,
    async (item) => {
      await writer.update(touchOf(item, new Date()));
    },
  );

import { isDeepStrictEqual } from 'node:util';
import { timestampOf } from '../../../domain/timestamp.ts';
import { SCHEMAS } from '../../../kinds/derive/schema.ts';
import {
  addToCallListCounts,
  addToEntryCount,
  changeCallList,
  createCallList,
} from '../../../records/call-lists/call-list-writes.ts';
import { callListFromItem } from '../../../records/store/call-list-items.ts';
import { addToCollectionCount } from '../../../records/store/record-writes.ts';
import { listVersion } from '../../../records/suppression/suppression-list.ts';
import { forEachConcurrently } from '../../../runtime/concurrency.ts';
import { requiredNumber } from '../../../table/items/attributes.ts';
import { callListKey } from '../../../table/items/keys.ts';
import { existing } from '../../../table/items/versions.ts';
import type { Item } from '../../../table/reader.ts';
import type { CallListDraft } from '../drafts/call-list-draft.ts';
import { RowError, validated } from '../drafts/row-error.ts';
import type { Outcome } from '../run/import-report.ts';
import type { ImportRun } from '../run/import-run.ts';
import { type Plan, type RowStore, readById, storeRows } from '../run/store-rows.ts';
import type { CallListRegistry } from './call-list-registry.ts';
import { readEntrySnapshot } from './entry-snapshot.ts';
import { type IdentifiedEntry, planEntry } from './plan-entry.ts';

interface CallListPlan extends Plan {
  /** What the write adds to the organization's count of locked lists. */
  readonly locked: number;
}

/** Merges the rows of a list into the stored one. Throws a RowError if the result cannot be stored. */
const planCallList = (
  id: string,
  values: CallListDraft['values'],
  stored: Item | undefined,
  run: ImportRun,
): CallListPlan => {
  const item = existing(stored);
  const before = item === undefined ? undefined : callListFromItem(item);
  const now = timestampOf(new Date());
  if (before === undefined && values['name'] === undefined)
    throw new RowError('name: a new call list needs one');
  const after = validated(SCHEMAS['call-list'], {
    ...{ isLocked: false, createdAt: now, changedAt: now, ...before, ...values, id },
  });
  if (item === undefined || before === undefined) {
    return {
      outcome: 'created',
      operations: (at) => [
        createCallList(after, stored, { ...run, now: at, mark: run.marks.markOf('created') }),
      ],
      locked: Number(after.isLocked),
    };
  }
  const isSame = isDeepStrictEqual(after, before);
  return {
    outcome: isSame ? run.marks.outcomeOf(item) : 'changed',
    operations: isSame
      ? undefined
      : (at) => [changeCallList(after, item, { ...run, now: at, mark: run.marks.markOf('changed') })],
    locked: Number(after.isLocked) - Number(before.isLocked),
  };
};

/** Lists whose entries are written concurrently. */
const CONCURRENT_LISTS = 12;

const createdIn = (planned: readonly Plan[]): number =>
  planned.filter(({ outcome }) => outcome === 'created').length;

interface Results<Row> extends Pick<RowStore<Row, unknown, Plan>, 'rejected'> {
  readonly done: (row: Row, outcome: Outcome) => void;
}

/**
 * Creates and changes call lists, without their entries. Many lists share a transaction, because each
 * transaction also updates the organization's counters, which only one at a time can do.
 */
export const storeCallLists = <List extends { readonly id: string } & Pick<CallListDraft, 'values'>>(
  lists: readonly List[],
  run: ImportRun,
  results: Results<List>,
): Promise<void> =>
  storeRows(
    lists,
    {
      read: (some) =>
        readById(
          run,
          some.map(({ id }) => callListKey(run.organizationId, id)),
        ),
      plan: ({ id, values }, stored): CallListPlan => planCallList(id, values, stored.get(id), run),
      groups: (planned) => [planned],
      concurrency: 1,
      count: (planned) => {
        const total = createdIn(planned);
        const locked = planned.reduce((sum, plan) => sum + plan.locked, 0);
        return total === 0 && locked === 0
          ? []
          : [addToCallListCounts(run.organizationId, { total, locked })];
      },
      ...results,
    },
    run,
  );

/** Notes the positions that rows give, and the last ones of stored lists. */
const notePositions = async (
  entries: readonly IdentifiedEntry[],
  { reader, organizationId }: ImportRun,
  registry: CallListRegistry,
): Promise<void> => {
  const lists = [...new Set(entries.map(({ callListId }) => callListId))];
  await forEachConcurrently(
    lists.filter((id) => !registry.hasPosition(id)),
    CONCURRENT_LISTS,
    async (id) => {
      const { items } = await reader.queryPage({
        partition: callListKey(organizationId, id).pk,
        from: 'ENTRY#',
        descending: true,
        limit: 1,
        consistentRead: true,
      });
      for (const item of items) registry.notePosition(id, requiredNumber(item, 'position'));
    },
  );
  for (const { callListId, position } of entries) registry.notePosition(callListId, position ?? 0);
};

/**
 * Writes entries of any number of stored call lists, and counts the new ones. Transactions of one list run in
 * turn, since each updates its count.
 */
export const storeEntries = async (
  entries: readonly IdentifiedEntry[],
  run: ImportRun,
  registry: CallListRegistry,
  results: Results<IdentifiedEntry>,
): Promise<void> => {
  await notePositions(entries, run, registry);
  const positions = new Map<string, number>();
  /** The position of a new entry, the same each time that it is planned. */
  const positionOf = ({ id, callListId }: IdentifiedEntry): number => {
    const position = positions.get(id) ?? registry.nextPosition(callListId);
    positions.set(id, position);
    return position;
  };
  /** Of the suppression list when the entries were read first. */
  let version: number | undefined;
  await storeRows(
    entries,
    {
      read: async (some) => {
        const snapshot = await readEntrySnapshot(some, run);
        version ??= snapshot.version;
        return snapshot;
      },
      plan: (row, snapshot): Plan => planEntry(row, snapshot, run, () => positionOf(row)),
      groups: (planned) => Map.groupBy(planned, ({ row }) => row.callListId).values(),
      concurrency: CONCURRENT_LISTS,
      count: (planned) => {
        const created = createdIn(planned);
        const [first] = planned;
        const { organizationId } = run;
        return [
          ...(created === 0 || first === undefined
            ? []
            : [addToEntryCount(organizationId, first.row.callListId, created)]),
          ...addToCollectionCount(organizationId, 'call-list-entry', created),
        ];
      },
      ...results,
    },
    run,
  );
  if (version === undefined || run.dryRun !== undefined) return;
  if ((await listVersion(run.reader, run.organizationId)) === version) return;
  await storeEntries(entries, run, registry, { done: () => undefined, rejected: () => undefined });
};

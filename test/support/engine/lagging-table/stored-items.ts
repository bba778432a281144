import { isDeepStrictEqual } from 'node:util';
import type { TableKey } from '../../../../shared/table/items/keys.ts';
import {
  CHANGE_INDEX,
  DUE_INDEX,
  INDEX_ATTRIBUTES,
  INDEXES,
  PARTITION_KEY,
  SORT_KEY,
} from '../../../../shared/table/items/schema.ts';
import type { Item } from '../../../../shared/table/reader.ts';

/** A state of an item; `undefined` once it is deleted. */
interface Version {
  /** From when on a read of this item alone returns it. */
  readonly at: number;
  /** From when on a read of several items returns it: a transaction appears to them item by item. */
  readonly amongOthersAt: number;
  readonly item: Item | undefined;
}

/** An item of an index while it is visible there. */
interface IndexEntry {
  readonly item: Item;
  readonly from: number;
  to: number;
}

interface StoredItem {
  versions: Version[];
  /** Whether a transaction is writing it. */
  isLocked: boolean;
  /** Its newest entry in each index. */
  readonly entries: Map<string, IndexEntry>;
  /** When its newest change appears in each index. */
  readonly indexedAt: Map<string, number>;
}

/** Draws how late an index shows a change. */
export interface IndexLag {
  draw(): number;
  /** Whether the old and the new entry of a moved item appear and disappear independently. */
  readonly splitsMoves: boolean;
}

type Index = (typeof INDEXES)[number];

const KEYS_ONLY: readonly string[] = [DUE_INDEX.name, CHANGE_INDEX.name];

const entryOf = (item: Item | undefined, { name, partitionKey, sortKey }: Index): Item | undefined => {
  if (item?.[partitionKey] === undefined || item[sortKey] === undefined) return undefined;
  const projected = KEYS_ONLY.includes(name) ? [] : INDEX_ATTRIBUTES;
  const names = [PARTITION_KEY, SORT_KEY, partitionKey, sortKey, ...projected];
  return Object.freeze(
    Object.fromEntries(names.filter((each) => item[each] !== undefined).map((each) => [each, item[each]])),
  );
};

const compareText = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : Number(a !== b));

const stateOf = (versions: readonly Version[], time: number, isAlone: boolean): Item | undefined =>
  versions.findLast(({ at, amongOthersAt }) => (isAlone ? at : amongOthersAt) <= time)?.item;

export type StoredItems = ReturnType<typeof createStoredItems>;

/** The items of a table and its indexes with their past: reads say at which time they look. */
export const createStoredItems = (lag: IndexLag) => {
  const partitions = new Map<string, Map<string, StoredItem>>();
  const indexes = new Map(INDEXES.map((index) => [index.name as string, new Map<string, IndexEntry[]>()]));

  const storedAt = ({ pk, sk }: TableKey): StoredItem => {
    const partition = partitions.get(pk) ?? new Map<string, StoredItem>();
    partitions.set(pk, partition);
    const stored = partition.get(sk) ?? {
      versions: [],
      isLocked: false,
      entries: new Map(),
      indexedAt: new Map(),
    };
    partition.set(sk, stored);
    return stored;
  };

  const indexChange = (index: Index, stored: StoredItem, item: Item | undefined, time: number): void => {
    const old = stored.entries.get(index.name);
    const next = entryOf(item, index);
    if (isDeepStrictEqual(old?.item, next)) return;
    const draw = (soonest = 0): number => Math.max(soonest, time + lag.draw());
    const appearsAt = draw(stored.indexedAt.get(index.name));
    const isMove =
      next !== undefined &&
      [index.partitionKey, index.sortKey].some((name) => old?.item[name] !== next[name]);
    const disappearsAt = lag.splitsMoves && isMove ? draw(old?.from) : appearsAt;
    stored.indexedAt.set(index.name, appearsAt);
    if (old !== undefined) old.to = disappearsAt;
    stored.entries.delete(index.name);
    if (next === undefined) return;
    const entry = { item: next, from: appearsAt, to: Number.POSITIVE_INFINITY };
    stored.entries.set(index.name, entry);
    const partition = String(next[index.partitionKey]);
    const listed = indexes.get(index.name);
    listed?.set(partition, [...(listed.get(partition) ?? []).filter(({ to }) => to > time), entry]);
  };

  return {
    isLocked: (key: TableKey): boolean => storedAt(key).isLocked,
    lock(key: TableKey, isLocked: boolean): void {
      storedAt(key).isLocked = isLocked;
    },
    newest: (key: TableKey): Item | undefined => storedAt(key).versions.at(-1)?.item,
    /** @param keptFrom states that were replaced before are forgotten */
    write(key: TableKey, version: Version, keptFrom: number): void {
      const stored = storedAt(key);
      const forgotten = stored.versions.findLastIndex(
        ({ at, amongOthersAt }) => Math.max(at, amongOthersAt) <= keptFrom,
      );
      stored.versions = [...stored.versions.slice(Math.max(forgotten, 0)), version];
      for (const index of INDEXES) indexChange(index, stored, version.item, version.amongOthersAt);
    },
    /** An item read alone. */
    get: ({ pk, sk }: TableKey, time: number): Item | undefined =>
      stateOf(partitions.get(pk)?.get(sk)?.versions ?? [], time, true),
    /** An item read among others. */
    getAmongOthers: ({ pk, sk }: TableKey, time: number): Item | undefined =>
      stateOf(partitions.get(pk)?.get(sk)?.versions ?? [], time, false),
    /** The items of a partition, of all partitions without one, in order. */
    query(partition: string | undefined, time: number): readonly Item[] {
      const keys = partition === undefined ? [...partitions.keys()] : [partition];
      return keys.flatMap((pk) =>
        [...(partitions.get(pk) ?? [])]
          .sort(([a], [b]) => compareText(a, b))
          .map(([, { versions }]) => stateOf(versions, time, false))
          .filter((item) => item !== undefined),
      );
    },
    /** The items of a partition of an index, in order. */
    queryIndex(name: string, partition: string, time: number): readonly Item[] {
      const index = INDEXES.find((each) => each.name === name);
      if (index === undefined) throw new Error(`The table has no index ${name}.`);
      return (indexes.get(name)?.get(partition) ?? [])
        .filter(({ from, to }) => from <= time && time < to)
        .map(({ item }) => item)
        .sort((a, b) => compareText(a[index.sortKey], b[index.sortKey]) || compareText(a['pk'], b['pk']));
    },
  };
};

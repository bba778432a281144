import {
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { batchesOf } from '../../../shared/table/batches.ts';
import type { DynamoDbCalls } from '../../../shared/table/dynamodb-calls.ts';
import { itemBytes } from '../../../shared/table/items/item-size.ts';
import {
  CHANGE_INDEX,
  DUE_INDEX,
  INDEX_ATTRIBUTES,
  INDEXES,
  PARTITION_KEY,
  SORT_KEY,
} from '../../../shared/table/items/schema.ts';
import type { Item, TableReader } from '../../../shared/table/reader.ts';
import { createDocumentClientCalls } from '../../../shared/table/sdk/document-client-table.ts';
import { createReader } from '../../../shared/table/table-reader.ts';

/** A table that counts what its reads cost. */
export interface MeteredTable {
  readonly reader: TableReader;
  /** Stores new items. */
  put(items: readonly Item[]): Promise<void>;
  /** The read units since the last call, and the partitions that were queried. */
  take(): { readonly units: number; readonly partitions: ReadonlySet<string> };
}

const TABLE_NAME = 'metered';
/** Bytes of a read unit, and of a page of a query. */
const UNIT = 4_096;
const PAGE = 1_024 * 1_024;

/** Binary values cost their length. */
const bytesOf = (item: Item): number =>
  itemBytes(
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? ' '.repeat(value.length) : value,
      ]),
    ),
  );

const unitsOf = (bytes: number, isConsistent: boolean | undefined): number =>
  Math.max(1, Math.ceil(bytes / UNIT)) * (isConsistent === true ? 1 : 0.5);

const createMeter = () => {
  let units = 0;
  let partitions = new Set<string>();
  return {
    add: (more: number) => {
      units += more;
    },
    query: ({ ExpressionAttributeValues: values }: QueryCommandInput) =>
      partitions.add(String(values?.[':pk'])),
    take() {
      const taken = { units, partitions };
      units = 0;
      partitions = new Set();
      return taken;
    },
  };
};

/** The items of a partition, sorted when it is read. */
interface Partition {
  readonly entries: { readonly sort: string; readonly item: Item }[];
  isSorted: boolean;
}

type Index = (typeof INDEXES)[number] | undefined;

/** What an index returns of an item. */
export const projected = (item: Item, index: Index): Item => {
  if (index === undefined) return item;
  const names: readonly string[] = [
    ...[PARTITION_KEY, SORT_KEY, index.partitionKey, index.sortKey],
    ...(index === DUE_INDEX || index === CHANGE_INDEX ? [] : INDEX_ATTRIBUTES),
  ];
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
};

/** The number of entries that precede a sort key. */
const before = (entries: Partition['entries'], sort: string): number => {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.sort ?? '') < sort) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * A table in memory that counts read units by the sizes of items, as DynamoDB does
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html). Keys are
 * ASCII. `test/unit/records/growth.test.ts` compares it with the engine.
 */
export const createMeteredTable = (): MeteredTable => {
  const meter = createMeter();
  const stored = new Map<string, Item>();
  const partitions = new Map<string, Partition>();

  const list = (index: Index, item: Item): void => {
    const partitionKey = item[index?.partitionKey ?? PARTITION_KEY];
    const sort = item[index?.sortKey ?? SORT_KEY];
    if (partitionKey === undefined || sort === undefined) return;
    const name = `${index?.name} ${partitionKey}`;
    const partition = partitions.get(name) ?? { entries: [], isSorted: true };
    partition.entries.push({ sort: String(sort), item });
    partition.isSorted = false;
    partitions.set(name, partition);
  };

  const get = (key: Readonly<Record<string, unknown>> = {}, isConsistent?: boolean): Item | undefined => {
    const item = stored.get(`${key['pk']} ${key['sk']}`);
    meter.add(unitsOf(item === undefined ? 0 : bytesOf(item), isConsistent));
    return item;
  };

  /** The matching entries in the order of the query. */
  const matching = (input: QueryCommandInput, index: Index): readonly Item[] => {
    const { ':pk': pk, ':from': from, ':to': to } = input.ExpressionAttributeValues ?? {};
    const partition = partitions.get(`${index?.name} ${pk}`) ?? { entries: [], isSorted: true };
    const { entries } = partition;
    if (!partition.isSorted) entries.sort((a, b) => (a.sort < b.sort ? -1 : Number(a.sort > b.sort)));
    partition.isSorted = true;
    const start = from === undefined ? 0 : before(entries, String(from));
    const end = to === undefined ? entries.length : before(entries, `${to}\0`);
    const items = entries.slice(start, end).map(({ item }) => item);
    if (input.ScanIndexForward === false) items.reverse();
    const { ExclusiveStartKey: last } = input;
    if (last === undefined) return items;
    return items.slice(items.findIndex(({ pk, sk }) => pk === last['pk'] && sk === last['sk']) + 1);
  };

  const calls: DynamoDbCalls = {
    async getItem({ Key, ConsistentRead }) {
      const item = get(Key, ConsistentRead);
      return item === undefined ? {} : { Item: { ...item } };
    },
    async batchGetItem({ RequestItems = {} }) {
      const { Keys = [], ConsistentRead } = RequestItems[TABLE_NAME] ?? {};
      const items = Keys.map((key) => get(key, ConsistentRead)).filter((item) => item !== undefined);
      return { Responses: { [TABLE_NAME]: items.map((item) => ({ ...item })) } };
    },
    async transactGetItems({ TransactItems = [] }) {
      const items = TransactItems.map(({ Get }) => get(Get?.Key, true));
      meter.add(items.reduce((sum, item) => sum + unitsOf(item ? bytesOf(item) : 0, true), 0));
      return { Responses: items.map((item) => (item === undefined ? {} : { Item: { ...item } })) };
    },
    async query(input) {
      meter.query(input);
      const index = INDEXES.find(({ name }) => name === input.IndexName);
      const all = matching(input, index);
      const items: Item[] = [];
      let bytes = 0;
      for (const each of all) {
        if (items.length === input.Limit || bytes > PAGE) break;
        const item = projected(each, index);
        bytes += bytesOf(item);
        items.push(item);
      }
      meter.add(unitsOf(bytes, input.ConsistentRead));
      const last = items.at(-1);
      const isEnd = last === undefined || (items.length === all.length && items.length !== input.Limit);
      return {
        Items: input.Select === 'COUNT' ? [] : items.map((item) => ({ ...item })),
        Count: items.length,
        ...(!isEnd && { LastEvaluatedKey: projected(last, index ?? CHANGE_INDEX) }),
      };
    },
    async updateItem() {
      throw new Error('The metered table is only read.');
    },
  };

  return {
    reader: createReader(calls, TABLE_NAME),
    async put(items) {
      for (const item of items) {
        stored.set(`${item['pk']} ${item['sk']}`, item);
        for (const index of [undefined, ...INDEXES]) list(index, item);
      }
    },
    take: meter.take,
  };
};

/** The maximum of BatchWriteItem. */
const BATCH = 25;

/** The table of an engine, which says what its reads cost. */
export const meteredEngine = (client: DynamoDBDocumentClient, tableName: string): MeteredTable => {
  const meter = createMeter();
  const calls = createDocumentClientCalls(client);
  const metered =
    <I extends object, O>(call: (input: I) => Promise<O>) =>
    async (input: I): Promise<O> => {
      const answer = await call({ ...input, ReturnConsumedCapacity: 'TOTAL' });
      const { ConsumedCapacity: consumed } = answer as { readonly ConsumedCapacity?: unknown };
      for (const each of [consumed].flat()) {
        const { CapacityUnits: units } = each as { readonly CapacityUnits?: number };
        if (units === undefined) throw new Error('The engine does not say what the call consumed.');
        meter.add(units);
      }
      return answer;
    };
  const query = metered(calls.query);
  return {
    reader: createReader(
      {
        ...calls,
        getItem: metered(calls.getItem),
        batchGetItem: metered(calls.batchGetItem),
        transactGetItems: metered(calls.transactGetItems),
        query(input) {
          meter.query(input);
          return query(input);
        },
      },
      tableName,
    ),
    async put(items) {
      for (const batch of batchesOf(items, BATCH)) {
        const requests = batch.map((Item) => ({ PutRequest: { Item } }));
        await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
      }
    },
    take: meter.take,
  };
};

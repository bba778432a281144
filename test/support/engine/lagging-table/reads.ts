import type {
  BatchGetCommandInput,
  GetCommandInput,
  QueryCommandInput,
  ScanCommandInput,
  TransactGetCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { INDEXES, PARTITION_KEY, SORT_KEY } from '../../../../shared/table/items/schema.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { trueTime } from '../virtual-time.ts';
import { checkQuery } from './check-query.ts';
import { meets } from './expressions.ts';
import { canceled, type FaultSource, failure } from './faults.ts';
import { keyOf, keyText, requireDistinct, TABLE_NAME } from './item-keys.ts';
import type { StoredItems } from './stored-items.ts';

const MAX_BATCH_GETS = 100;
const MAX_TRANSACTION_GETS = 100;

const partitionOf = (input: QueryCommandInput): string => {
  const value = /= (:\w+)/.exec(input.KeyConditionExpression ?? '')?.[1] ?? '';
  return String(input.ExpressionAttributeValues?.[value]);
};

const pageOf = (
  items: readonly Item[],
  input: QueryCommandInput | ScanCommandInput,
  keyNames: readonly string[],
  limit: number,
) => {
  const read = items.slice(0, limit);
  const found = read.filter((item) => meets(input.FilterExpression, item, input));
  const last = read.at(-1);
  // Like DynamoDB, it does not look whether anything follows.
  const isEnd = last === undefined || read.length < limit;
  return {
    Items: input.Select === 'COUNT' ? [] : found.map((item) => ({ ...item })),
    Count: found.length,
    ScannedCount: read.length,
    ...(!isEnd && { LastEvaluatedKey: Object.fromEntries(keyNames.map((name) => [name, last[name]])) }),
  };
};

export const createReads = (stored: StoredItems, source: FaultSource) => {
  /** The time that a read looks at. */
  const readTime = (isConsistent: boolean | undefined): number =>
    trueTime() - (isConsistent === true ? 0 : source.upTo(source.faults.readLag));

  const answer = async <T>(read: () => T): Promise<T> => {
    await source.beforeRead();
    source.requireCapacity();
    const result = read();
    await source.beforeAnswer();
    return result;
  };

  const limitOf = ({ Limit: limit }: { readonly Limit?: number | undefined }): number =>
    Math.min(limit ?? Number.POSITIVE_INFINITY, source.faults.pageItems);

  const get = ({ Key: key, ConsistentRead: isConsistent }: GetCommandInput) => {
    const item = stored.get(keyOf(key), readTime(isConsistent));
    return item === undefined ? {} : { Item: { ...item } };
  };

  const batchGet = ({ RequestItems: requests = {} }: BatchGetCommandInput) => {
    const { Keys: wanted = [], ConsistentRead: isConsistent } = requests[TABLE_NAME] ?? {};
    const keys = wanted.map(keyOf);
    requireDistinct(keys, MAX_BATCH_GETS);
    const [processed, unprocessed] = source.part(keys);
    const items = processed
      .map((key) => stored.getAmongOthers(key, readTime(isConsistent)))
      .filter((item) => item !== undefined);
    return {
      Responses: { [TABLE_NAME]: items.map((item) => ({ ...item })) },
      UnprocessedKeys: unprocessed.length === 0 ? {} : { [TABLE_NAME]: { Keys: [...unprocessed] } },
    };
  };

  const transactGet = ({ TransactItems: items = [] }: TransactGetCommandInput) => {
    const keys = items.map(({ Get: get }) => keyOf(get?.Key));
    requireDistinct(keys, MAX_TRANSACTION_GETS);
    const codes = keys.map((key) => (stored.isLocked(key) ? 'TransactionConflict' : 'None'));
    if (codes.some((code) => code !== 'None')) throw canceled(codes);
    return {
      Responses: keys.map((key) => get({ Key: { ...key }, TableName: TABLE_NAME, ConsistentRead: true })),
    };
  };

  const query = (input: QueryCommandInput) => {
    checkQuery(input);
    const index = INDEXES.find(({ name }) => name === input.IndexName);
    const { ExclusiveStartKey: start, ConsistentRead: isConsistent } = input;
    if (input.IndexName !== undefined && (index === undefined || isConsistent === true)) {
      throw failure('ValidationException');
    }
    const partition = partitionOf(input);
    const all =
      index === undefined
        ? stored.query(partition, readTime(isConsistent))
        : stored.queryIndex(index.name, partition, trueTime());
    const order = index === undefined ? [SORT_KEY] : [index.sortKey, PARTITION_KEY, SORT_KEY];
    const isDescending = input.ScanIndexForward === false;
    const follows = (item: Item): boolean => {
      const name = order.find((each) => start?.[each] !== item[each]);
      return name !== undefined && String(item[name]) > String(start?.[name]) !== isDescending;
    };
    const matching = all.filter(
      (item) => meets(input.KeyConditionExpression, item, input) && (start === undefined || follows(item)),
    );
    const keyNames = [PARTITION_KEY, SORT_KEY, ...(index ? [index.partitionKey, index.sortKey] : [])];
    return pageOf(isDescending ? matching.toReversed() : matching, input, keyNames, limitOf(input));
  };

  const scan = (input: ScanCommandInput) => {
    const all = stored.query(undefined, readTime(input.ConsistentRead));
    const start = input.ExclusiveStartKey && keyText(keyOf(input.ExclusiveStartKey));
    const place = start === undefined ? 0 : all.findIndex((item) => keyText(keyOf(item)) === start) + 1;
    return pageOf(all.slice(place), input, [PARTITION_KEY, SORT_KEY], limitOf(input));
  };

  return {
    get: (input: GetCommandInput) => answer(() => get(input)),
    transactGet: (input: TransactGetCommandInput) => answer(() => transactGet(input)),
    batchGet: (input: BatchGetCommandInput) => answer(() => batchGet(input)),
    query: (input: QueryCommandInput) => answer(() => query(input)),
    scan: (input: ScanCommandInput) => answer(() => scan(input)),
  };
};

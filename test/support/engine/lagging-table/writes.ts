import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type {
  BatchWriteCommandInput,
  DeleteCommandInput,
  PutCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { TableKey } from '../../../../shared/table/items/keys.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { MAX_TRANSACTION_WRITES } from '../../../../shared/table/writer.ts';
import { trueTime } from '../virtual-time.ts';
import { meets, updated } from './expressions.ts';
import { canceled, type FaultSource, failure } from './faults.ts';
import { keyOf, requireDistinct, TABLE_NAME } from './item-keys.ts';
import type { StoredItems } from './stored-items.ts';

const MAX_BATCH_WRITES = 25;

/** An item after a write; `undefined` if it is deleted. */
interface Outcome {
  readonly key: TableKey;
  readonly item: Item | undefined;
}

/** Makes what the table stores: without undefined values, and unchangeable. */
const frozen = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return Object.freeze(value.map(frozen));
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.freeze(Object.fromEntries(entries.map(([name, each]) => [name, frozen(each)])));
};

const frozenItem = (item: Readonly<Record<string, unknown>> = {}): Item =>
  Object.freeze(Object.fromEntries(Object.entries(Object(frozen(item)))));

type Write =
  | { readonly put: Omit<PutCommandInput, 'TableName'> }
  | { readonly update: Omit<UpdateCommandInput, 'TableName'> }
  | { readonly delete: Omit<DeleteCommandInput, 'TableName'> };

/** @param commit stores an outcome, from one time for reads of the item alone, from another among others */
export const createWrites = (
  stored: StoredItems,
  source: FaultSource,
  commit: (outcome: Outcome, at: number, amongOthersAt: number) => void,
) => {
  /** What a write makes of its item; `undefined` if its condition fails. */
  const outcomeOf = (write: Write): Outcome | undefined => {
    if ('put' in write) {
      const key = keyOf(write.put.Item);
      const isMet = meets(write.put.ConditionExpression, stored.newest(key) ?? {}, write.put);
      return isMet ? { key, item: frozenItem(write.put.Item) } : undefined;
    }
    const input = 'update' in write ? write.update : write.delete;
    const key = keyOf(input.Key);
    const item = stored.newest(key) ?? {};
    if (!meets(input.ConditionExpression, item, input)) return undefined;
    if ('delete' in write) return { key, item: undefined };
    const { UpdateExpression: expression = '' } = write.update;
    return { key, item: frozenItem(updated(expression, { ...item, ...key }, write.update)) };
  };

  const writeOnce = (write: Write): Item => {
    const outcome = outcomeOf(write);
    if (outcome === undefined) {
      const key = 'put' in write ? write.put.Item : 'update' in write ? write.update.Key : write.delete.Key;
      const stored_ = stored.newest(keyOf(key));
      const Item = stored_ && marshall(stored_, { removeUndefinedValues: true });
      throw new ConditionalCheckFailedException({ message: 'The condition failed', Item, $metadata: {} });
    }
    if (stored.isLocked(outcome.key)) {
      throw new TransactionConflictException({ message: 'A transaction is ongoing', $metadata: {} });
    }
    commit(outcome, trueTime(), trueTime());
    return outcome.item ?? {};
  };

  const writeOne = async (write: Write): Promise<Item> => {
    await source.beforeWrite();
    source.requireCapacity();
    let item = writeOnce(write);
    await source.beforeAnswer();
    if (source.strikes('lostAnswers')) {
      if (source.happens(0.5)) throw failure('TimeoutError');
      item = writeOnce(write);
      await source.beforeAnswer();
    }
    return item;
  };

  /** The outcome of each write of a transaction, or the reason that cancels it. */
  const resultsOf = (
    items: NonNullable<TransactWriteCommandInput['TransactItems']>,
  ): readonly (Outcome | string)[] =>
    items.map(({ Put: put, Update: update, Delete: remove, ConditionCheck: check }) => {
      const key = keyOf(put?.Item ?? update?.Key ?? remove?.Key ?? check?.Key);
      if (stored.isLocked(key)) return 'TransactionConflict';
      if (put) return outcomeOf({ put }) ?? 'ConditionalCheckFailed';
      if (update) return outcomeOf({ update }) ?? 'ConditionalCheckFailed';
      if (remove) return outcomeOf({ delete: remove }) ?? 'ConditionalCheckFailed';
      const isMet = meets(check?.ConditionExpression, stored.newest(key) ?? {}, check ?? {});
      return isMet ? 'None' : 'ConditionalCheckFailed';
    });

  return {
    put: (put: PutCommandInput) => writeOne({ put }),
    update: async (update: UpdateCommandInput) => ({ Attributes: { ...(await writeOne({ update })) } }),
    delete: (input: DeleteCommandInput) => writeOne({ delete: input }),

    async transact({ TransactItems: items = [] }: TransactWriteCommandInput, signal?: AbortSignal) {
      await source.beforeWrite();
      signal?.throwIfAborted();
      const keys = items.map((each) =>
        keyOf(each.Put?.Item ?? each.Update?.Key ?? each.Delete?.Key ?? each.ConditionCheck?.Key),
      );
      requireDistinct(keys, MAX_TRANSACTION_WRITES);
      if (source.strikes('throttled')) throw canceled(keys.map(() => 'ThrottlingError'));
      const results = resultsOf(items);
      const codes = results.map((result) => (typeof result === 'string' ? result : 'None'));
      if (codes.some((code) => code !== 'None')) throw canceled(codes);

      const start = trueTime();
      const duration = source.upTo(source.faults.transactionTime);
      // One time for reads of a single item, which are serializable with the transaction.
      const at = start + source.upTo(duration);
      const { splitsTransactions } = source.faults;
      const ends = results.map((result, index) => {
        const key = keys[index] ?? keyOf();
        const amongOthersAt = start + source.upTo(duration);
        stored.lock(key, true);
        if (typeof result !== 'string')
          commit(result, splitsTransactions ? amongOthersAt : at, amongOthersAt);
        return { key, at: splitsTransactions ? amongOthersAt : start + duration };
      });
      await Promise.all(
        ends.map(async (end) => {
          await source.wait(end.at - start);
          stored.lock(end.key, false);
        }),
      );
      await source.beforeAnswer();
      // The client's own retry has the same token, and succeeds.
      if (source.strikes('lostAnswers')) throw failure('TimeoutError');
    },

    async batchWrite({ RequestItems: requests = {} }: BatchWriteCommandInput) {
      await source.beforeWrite();
      source.requireCapacity();
      const writes = requests[TABLE_NAME] ?? [];
      requireDistinct(
        writes.map(({ PutRequest: put, DeleteRequest: remove }) => keyOf(put?.Item ?? remove?.Key)),
        MAX_BATCH_WRITES,
      );
      const [processed, unprocessed] = source.part(writes);
      for (const { PutRequest: put, DeleteRequest: remove } of processed) {
        writeOnce(put === undefined ? { delete: { Key: remove?.Key } } : { put: { Item: put.Item } });
      }
      await source.beforeAnswer();
      return { UnprocessedItems: unprocessed.length === 0 ? {} : { [TABLE_NAME]: [...unprocessed] } };
    },
  };
};

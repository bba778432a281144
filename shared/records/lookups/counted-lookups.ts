import {
  type DynamoDBDocumentClient,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { withFullJitter } from '../../table/backoff.ts';
import { cancellationReasons, isPassing } from '../../table/canceled-transaction.ts';
import type { LookupChange, LookupCounter } from '../../table/items/lookup.ts';
import { PARTITION_KEY, SORT_KEY, VERSION_ATTRIBUTE } from '../../table/items/schema.ts';
import { TableUnavailableError } from '../../table/reader.ts';
import { MAX_TRANSACTION_WRITES } from '../../table/writer.ts';
import { COUNTER_PARTS, counterKey, counterVersion, sumOf } from './counters.ts';

type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** A change of a lookup that is counted. */
export type CountedChange = LookupChange & Required<Pick<LookupChange, 'counters'>>;

/** Attempts per transaction that conflicts with others. */
const CONFLICT_ATTEMPTS = 12;

/** Waits before the next attempt of a transaction that conflicted with others, or was throttled. */
const waitForOthers = async (attempt: number, cause: unknown): Promise<void> => {
  if (attempt >= CONFLICT_ATTEMPTS) {
    throw new TableUnavailableError('Writes of lookups kept conflicting with others.', { cause });
  }
  await withFullJitter(attempt);
};

const textOf = ({ partition, start }: LookupCounter): string => `${partition} ${start}`;

/** By how much changes move each counter. */
const movesOf = (changes: readonly CountedChange[]) => {
  const moves = new Map<string, { readonly counter: LookupCounter; readonly by: number }>();
  for (const { type, counters } of changes) {
    for (const counter of counters) {
      const by = moves.get(textOf(counter))?.by ?? 0;
      moves.set(textOf(counter), { counter, by: by + (type === 'put' ? 1 : -1) });
    }
  }
  return [...moves.values()];
};

/** The changes in groups that fit into a transaction with their counters, those of one counter together. */
export const countedGroups = (changes: readonly CountedChange[]): readonly (readonly CountedChange[])[] => {
  const groups: CountedChange[][] = [];
  const first = ({ counters: [counter] }: CountedChange): string => (counter ? textOf(counter) : '');
  let writes = new Set<string>();
  for (const change of changes.toSorted((a, b) => (first(a) < first(b) ? -1 : 1))) {
    const texts = [`${change.key.pk} ${change.key.sk}`, ...change.counters.map(textOf)];
    const group = groups.at(-1);
    const together = new Set([...writes, ...texts]);
    if (group !== undefined && together.size <= MAX_TRANSACTION_WRITES) {
      group.push(change);
      writes = together;
    } else {
      groups.push([change]);
      writes = new Set(texts);
    }
  }
  return groups;
};

/** Writes lookups in transactions with their counters. */
export const createCountedLookups = (client: DynamoDBDocumentClient, TableName: string) => {
  const writeOf = ({ key, type, version }: CountedChange): TransactItems[number] =>
    type === 'put'
      ? {
          Put: {
            TableName,
            Item: { ...key, [VERSION_ATTRIBUTE]: version },
            ConditionExpression: 'attribute_not_exists(#pk)',
            ExpressionAttributeNames: { '#pk': PARTITION_KEY },
          },
        }
      : {
          Delete: {
            TableName,
            Key: { ...key },
            // One of the same or a later version was added again since.
            ConditionExpression: '#version < :version',
            ExpressionAttributeNames: { '#version': VERSION_ATTRIBUTE },
            ExpressionAttributeValues: { ':version': version },
          },
        };

  const additionsOf = (changes: readonly CountedChange[], part: number): TransactItems =>
    // Those that stay as they are get another version, too: a recount that meets the changes halfway repeats.
    movesOf(changes).map(({ counter, by }) => ({
      Update: {
        TableName,
        Key: { ...counterKey(counter, part) },
        UpdateExpression: 'ADD #count :by SET #values = :values, #version = :version',
        ExpressionAttributeNames: {
          '#count': 'count',
          '#values': 'values',
          '#version': VERSION_ATTRIBUTE,
        },
        ExpressionAttributeValues: {
          ':by': by,
          ':values': counter.values,
          ':version': counterVersion(),
        },
      },
    }));

  /**
   * Makes changes and counts those that were not made before: a lookup that is there already, or gone
   * already, was counted when it was written. A counter that another writer is changing has more items.
   */
  const write = async (changes: readonly CountedChange[]): Promise<void> => {
    let left = changes;
    let part = 0;
    for (let attempt = 1; left.length > 0; attempt++) {
      const TransactItems = [...left.map(writeOf), ...additionsOf(left, part)];
      try {
        await client.send(new TransactWriteCommand({ TransactItems }));
        return;
      } catch (error) {
        const reasons = cancellationReasons(error);
        if (reasons === undefined) throw error;
        const isMade = (_: CountedChange, index: number) => reasons[index] === 'ConditionalCheckFailed';
        if (left.some(isMade)) {
          left = left.filter((change, index) => !isMade(change, index));
          continue;
        }
        if (!isPassing(reasons.filter((reason) => reason !== 'None'))) throw error;
        await waitForOthers(attempt, error);
        part = Math.floor(Math.random() * COUNTER_PARTS);
      }
    }
  };

  const partsOf = async (counter: LookupCounter) => {
    const { Items: parts = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#pk': PARTITION_KEY, '#sk': SORT_KEY },
        ExpressionAttributeValues: {
          ':pk': counter.partition,
          ':from': counterKey(counter, 0).sk,
          ':to': counterKey(counter, COUNTER_PARTS - 1).sk,
        },
        ConsistentRead: true,
      }),
    );
    return parts;
  };

  /** Removes a counter that counts nothing: its value may be personal data. */
  const removeEmpty = async (counter: LookupCounter): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const parts = await partsOf(counter);
      if (parts.length === 0 || sumOf(parts) !== 0) return;
      const TransactItems = parts.map(({ pk, sk, [VERSION_ATTRIBUTE]: version }) => ({
        Delete: {
          TableName,
          Key: { pk, sk },
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': VERSION_ATTRIBUTE },
          ExpressionAttributeValues: { ':version': version },
        },
      }));
      try {
        await client.send(new TransactWriteCommand({ TransactItems }));
        return;
      } catch (error) {
        if (cancellationReasons(error) === undefined) throw error;
        await waitForOthers(attempt, error);
      }
    }
  };

  return async (changes: readonly CountedChange[]): Promise<void> => {
    await write(changes);
    const removed = changes.filter(({ type }) => type === 'delete');
    for (const { counter } of movesOf(removed)) await removeEmpty(counter);
  };
};

import { isDeepStrictEqual } from 'node:util';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { TableKey } from '../../../../shared/table/items/keys.ts';
import { PARTITION_KEY } from '../../../../shared/table/items/schema.ts';
import type { Item } from '../../../../shared/table/reader.ts';
import { createDocumentClient } from '../../../../shared/table/sdk/document-client.ts';
import { createTable } from '../../../../shared/table/sdk/document-client-table.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { trueTime } from '../virtual-time.ts';
import { createFaultSource, type FaultCounts, NO_FAULTS, type TableFaults } from './faults.ts';
import { TABLE_NAME } from './item-keys.ts';
import { createReads } from './reads.ts';
import { createStoredItems } from './stored-items.ts';
import { createWrites } from './writes.ts';

export interface LaggingTable extends Table {
  readonly tableName: string;
  /** For code that takes the document client: the commands that the service uses, paginators included. */
  readonly client: DynamoDBDocumentClient;
  /** May be replaced at any time; holds for the calls that follow. */
  faults: TableFaults;
  /** How often faults have happened. */
  readonly faultCounts: Readonly<FaultCounts>;
  /** The newest state of every item whose partition key starts with the prefix. */
  itemsOf(partitionPrefix: string): Promise<readonly Item[]>;
  /**
   * The stream records until now of all items whose partition key starts with the prefix, as a Lambda
   * function receives them, in the order of the changes.
   */
  recordsOf(partitionPrefix: string): Promise<readonly DynamoDBRecord[]>;
}

const streamRecord = (
  sequence: string,
  at: number,
  key: TableKey,
  before: Item | undefined,
  after: Item | undefined,
): DynamoDBRecord => {
  const image = (item: Item | undefined) => item && marshall(item);
  const record = {
    eventID: String(sequence).padStart(32, '0'),
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(at / 1000),
      Keys: marshall({ ...key }),
      OldImage: image(before),
      NewImage: image(after),
      SequenceNumber: sequence,
    },
  };
  // Lambda events are JSON, with binary values in Base64.
  return JSON.parse(
    JSON.stringify(record, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  );
};

/**
 * An in-memory table that behaves as DynamoDB on AWS does where a local engine does not: indexes and
 * eventually consistent reads lag, transactions appear item by item, calls are slow, throttled or lose their
 * answers. The faults are drawn from a seed. `test/unit/support/lagging-table.test.ts` compares it with the
 * engine.
 *
 * Faults that take time need `inVirtualTime`, with which `onClock` gives hosts clocks that are off:
 *
 *     await fc.assert(fc.asyncProperty(fc.integer(), (seed) =>
 *       inVirtualTime(async () => {
 *         const table = createLaggingTable({ seed, faults: { indexLag: 10_000, latency: 50 } });
 *         await Promise.all([onClock(-1_000, () => write(table)), onClock(1_000, () => read(table))]);
 *       }, { seed }),
 *     ));
 *
 * @param options.faults default: none
 */
export const createLaggingTable = ({
  seed = 0,
  faults = {},
}: {
  readonly seed?: number;
  readonly faults?: Partial<TableFaults>;
} = {}): LaggingTable => {
  const source = createFaultSource(seed, () => table.faults);
  const stored = createStoredItems({
    draw: () => source.upTo(table.faults.indexLag),
    get splitsMoves() {
      return table.faults.splitsIndexMoves;
    },
  });
  const changes: {
    readonly at: number;
    readonly sequence: string;
    readonly pk: string;
    readonly record: () => DynamoDBRecord;
  }[] = [];
  const reads = createReads(stored, source);
  const writes = createWrites(stored, source, ({ key, item }, at, amongOthersAt) => {
    const before = stored.newest(key);
    stored.write(key, { at, amongOthersAt, item }, trueTime() - table.faults.readLag);
    if (isDeepStrictEqual(before, item)) return;
    // Grows in the order of the stream.
    const sequence = `${Math.floor(amongOthersAt * 1_000)}${String(changes.length).padStart(7, '0')}`;
    let record: DynamoDBRecord | undefined;
    changes.push({
      at: amongOthersAt,
      sequence,
      pk: String(key[PARTITION_KEY]),
      // Most tests read none.
      record: () => {
        record ??= streamRecord(sequence, amongOthersAt, key, before, item);
        return record;
      },
    });
  });

  const send = async (
    command: unknown,
    { abortSignal }: { readonly abortSignal?: AbortSignal } = {},
  ): Promise<object> => {
    if (command instanceof GetCommand) return reads.get(command.input);
    if (command instanceof BatchGetCommand) return reads.batchGet(command.input);
    if (command instanceof TransactGetCommand) return reads.transactGet(command.input);
    if (command instanceof QueryCommand) return reads.query(command.input);
    if (command instanceof ScanCommand) return reads.scan(command.input);
    if (command instanceof PutCommand) return writes.put(command.input);
    if (command instanceof UpdateCommand) return writes.update(command.input);
    if (command instanceof DeleteCommand) return writes.delete(command.input);
    if (command instanceof BatchWriteCommand) return writes.batchWrite(command.input);
    if (!(command instanceof TransactWriteCommand)) throw new Error('The table does not know this command.');
    await writes.transact(command.input, abortSignal);
    return {};
  };
  const client = new Proxy(createDocumentClient({ region: 'eu-central-1' }), {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
  });

  const table: LaggingTable = {
    ...createTable(client, TABLE_NAME),
    tableName: TABLE_NAME,
    client,
    faults: { ...NO_FAULTS, ...faults },
    faultCounts: source.counts,
    itemsOf: async (prefix) =>
      stored
        .query(undefined, Number.POSITIVE_INFINITY)
        .filter((item) => String(item[PARTITION_KEY]).startsWith(prefix)),
    recordsOf: async (prefix) =>
      changes
        .filter(({ at, pk }) => at <= trueTime() && pk.startsWith(prefix))
        .sort((a, b) => (BigInt(a.sequence) < BigInt(b.sequence) ? -1 : 1))
        .map(({ record }) => record()),
  };
  return table;
};

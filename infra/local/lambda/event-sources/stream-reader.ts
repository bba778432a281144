import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  ListStreamsCommand,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { ServiceEndpoint } from '../../aws-json/signed-call.ts';
import { messageOf, StartError } from '../../process/start-error.ts';
import { createGetRecords } from './get-records.ts';
import type { StreamMapping } from './mapping-definition.ts';

export interface StreamRecord {
  readonly sequenceNumber: string;
  /** To the second. */
  readonly createdAt: Date;
  /** As Lambda hands it to a function. */
  readonly event: DynamoDBRecord;
}

const nameOf = (error: unknown): string | undefined => (error instanceof Error ? error.name : undefined);

const TIMEOUTS = { connectionTimeout: 2_000, requestTimeout: 10_000 };

const findStream = async (client: DynamoDBStreamsClient, tableName: string): Promise<string | undefined> => {
  try {
    const { Streams: streams } = await client.send(new ListStreamsCommand({ TableName: tableName }));
    // A table has one stream at a time; the newest comes last.
    return streams?.at(-1)?.StreamArn;
  } catch (error) {
    throw new StartError(`Cannot find the stream of ${tableName}: ${messageOf(error)}.`);
  }
};

/** The stream of one table. */
export type StreamReader = Awaited<ReturnType<typeof openStreamReader>>;

/**
 * Finds the stream of a mapping's table. Its calls end when the signal is aborted.
 *
 * @param dynamodb its endpoint
 *
 * @throws StartError when the table has no stream
 */
export const openStreamReader = async (
  dynamodb: ServiceEndpoint,
  { tableName, sourceArn, logicalId }: StreamMapping,
  abortSignal: AbortSignal,
) => {
  const client = new DynamoDBStreamsClient({
    ...dynamodb,
    requestHandler: { ...TIMEOUTS, throwOnRequestTimeout: true },
  });
  const getRecords = createGetRecords(dynamodb, TIMEOUTS);
  const StreamArn = await findStream(client, tableName);
  if (StreamArn === undefined) throw new StartError(`The table ${tableName} of ${logicalId} has no stream.`);

  type Position = Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'>;
  const iteratorAt = async (ShardId: string, position: Position): Promise<string | undefined> => {
    const command = new GetShardIteratorCommand({ StreamArn, ShardId, ...position });
    return (await client.send(command, { abortSignal })).ShardIterator;
  };

  return {
    streamArn: StreamArn,
    async shards(): Promise<readonly Shard[]> {
      const shards: Shard[] = [];
      let last: string | undefined;
      do {
        const command = new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId: last });
        const { StreamDescription: stream } = await client.send(command, { abortSignal });
        shards.push(...(stream?.Shards ?? []));
        last = stream?.LastEvaluatedShardId;
      } while (last !== undefined);
      return shards;
    },
    /** @param after a sequence number; `undefined` starts at the beginning of the shard */
    async iterator(shardId: string, after: string | undefined): Promise<string | undefined> {
      try {
        if (after !== undefined) {
          const position = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const;
          return await iteratorAt(shardId, position);
        }
      } catch (error) {
        // Records are kept for a day: the position may have been trimmed. That of another version of the
        // engine
        // may be invalid. Records that are read again change nothing.
        const isLost = error instanceof TrimmedDataAccessException || nameOf(error) === 'ValidationException';
        if (!isLost) throw error;
      }
      return iteratorAt(shardId, { ShardIteratorType: 'TRIM_HORIZON' });
    },
    /** @returns `next` is `undefined` at the end of a shard that is closed */
    async read(iterator: string) {
      const { Records: records = [], NextShardIterator: next } = await getRecords(iterator, abortSignal);
      const source = { eventSource: 'aws:dynamodb', awsRegion: dynamodb.region, eventSourceARN: sourceArn };
      return {
        records: records.map(
          (record): StreamRecord => ({
            sequenceNumber: record.dynamodb?.SequenceNumber ?? '',
            createdAt: new Date((record.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000),
            event: { ...record, ...source },
          }),
        ),
        next,
      };
    },
    close: () => client.destroy(),
  };
};

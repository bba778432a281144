import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  ListStreamsCommand,
  type _Record as SdkRecord,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { messageOf, StartError } from '../../process/start-error.ts';
import type { StreamMapping } from './mapping-definition.ts';

export interface StreamRecord {
  readonly sequenceNumber: string;
  /** To the second. */
  readonly createdAt: Date;
  /** As Lambda hands it to a function, but with binary values that are not yet Base64. */
  readonly event: object;
}

/**
 * Converts to the format of
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#events-sample-dynamodb.
 */
const toStreamRecord = ({ dynamodb, ...record }: SdkRecord, sourceArn: string): StreamRecord => {
  const { ApproximateCreationDateTime: createdAt = new Date(), ...change } = dynamodb ?? {};
  return {
    sequenceNumber: change.SequenceNumber ?? '',
    createdAt,
    event: {
      eventID: record.eventID,
      eventName: record.eventName,
      eventVersion: record.eventVersion,
      eventSource: 'aws:dynamodb',
      awsRegion: sourceArn.split(':')[3],
      dynamodb: { ApproximateCreationDateTime: createdAt.getTime() / 1000, ...change },
      eventSourceARN: sourceArn,
    },
  };
};

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
 * @throws StartError when the table has no stream
 */
export const openStreamReader = async (
  client: DynamoDBStreamsClient,
  { tableName, sourceArn, logicalId }: StreamMapping,
  abortSignal: AbortSignal,
) => {
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
        // Records are kept for a day: the position may have been trimmed.
        if (!(error instanceof TrimmedDataAccessException)) throw error;
      }
      return iteratorAt(shardId, { ShardIteratorType: 'TRIM_HORIZON' });
    },
    /** @returns `next` is `undefined` at the end of a shard that is closed */
    async read(iterator: string) {
      const command = new GetRecordsCommand({ ShardIterator: iterator });
      const { Records: records = [], NextShardIterator: next } = await client.send(command, { abortSignal });
      return { records: records.map((record) => toStreamRecord(record, sourceArn)), next };
    },
  };
};

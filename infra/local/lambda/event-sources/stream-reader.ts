import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { type StreamRecord, toStreamRecord } from './stream-record.ts';

export interface Shard {
  readonly id: string;
  readonly parentId: string | undefined;
}

export interface Page {
  readonly records: readonly StreamRecord[];
  /** `undefined` at the end of a shard that is closed. */
  readonly next: string | undefined;
}

/** The stream of one table. */
export interface StreamReader {
  readonly streamArn: string;
  shards(signal: AbortSignal): Promise<readonly Shard[]>;
  /**
   * @param after a sequence number, or nothing to read the shard from its beginning
   * @returns where to read
   */
  iterator(shardId: string, after: string | undefined, signal: AbortSignal): Promise<string | undefined>;
  read(iterator: string, signal: AbortSignal): Promise<Page>;
}

/**
 * Finds the stream of a table.
 *
 * @param sourceArn what the events name as their source
 * @returns `undefined` when the table has no stream
 */
export const openStreamReader = async (
  client: DynamoDBStreamsClient,
  tableName: string,
  sourceArn: string,
): Promise<StreamReader | undefined> => {
  const { Streams: streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
  // A table has one at a time; the last one made comes last.
  const streamArn = streams.at(-1)?.StreamArn;
  if (streamArn === undefined) return undefined;

  const getIterator = async (
    shardId: string,
    start:
      | { ShardIteratorType: 'TRIM_HORIZON' }
      | { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER'; SequenceNumber: string },
    abortSignal: AbortSignal,
  ): Promise<string | undefined> => {
    const command = new GetShardIteratorCommand({ StreamArn: streamArn, ShardId: shardId, ...start });
    return (await client.send(command, { abortSignal })).ShardIterator;
  };

  return {
    streamArn,
    async shards(abortSignal) {
      const shards: Shard[] = [];
      let last: string | undefined;
      do {
        const command = new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last });
        const { StreamDescription: stream } = await client.send(command, { abortSignal });
        for (const { ShardId, ParentShardId } of stream?.Shards ?? []) {
          if (ShardId !== undefined) shards.push({ id: ShardId, parentId: ParentShardId });
        }
        last = stream?.LastEvaluatedShardId;
      } while (last !== undefined);
      return shards;
    },
    async iterator(shardId, after, abortSignal) {
      if (after === undefined)
        return getIterator(shardId, { ShardIteratorType: 'TRIM_HORIZON' }, abortSignal);
      try {
        return await getIterator(
          shardId,
          { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after },
          abortSignal,
        );
      } catch (error) {
        // Records are kept for a day: what came after this one may be gone.
        if (!(error instanceof TrimmedDataAccessException)) throw error;
        return getIterator(shardId, { ShardIteratorType: 'TRIM_HORIZON' }, abortSignal);
      }
    },
    async read(iterator, abortSignal) {
      const { Records: records = [], NextShardIterator: next } = await client.send(
        new GetRecordsCommand({ ShardIterator: iterator }),
        { abortSignal },
      );
      return { records: records.map((record) => toStreamRecord(record, sourceArn)), next };
    },
  };
};

import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type _Record as SdkRecord,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';

export interface StreamRecord {
  readonly sequenceNumber: string;
  /** To the second. */
  readonly createdAt: Date;
  /** As Lambda hands it to a function. */
  readonly event: object;
}

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
  /** @param after a sequence number; `undefined` starts at the beginning of the shard */
  iterator(shardId: string, after: string | undefined, signal: AbortSignal): Promise<string | undefined>;
  read(iterator: string, signal: AbortSignal): Promise<Page>;
}

/** Converts binary values to Base64, as in the JSON of events. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]));
};

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
      dynamodb: { ApproximateCreationDateTime: createdAt.getTime() / 1000, ...Object(toJson(change)) },
      eventSourceARN: sourceArn,
    },
  };
};

/**
 * Finds the stream of a table.
 *
 * @param sourceArn the source that events name
 * @returns `undefined` when the table has no stream
 */
export const openStreamReader = async (
  client: DynamoDBStreamsClient,
  tableName: string,
  sourceArn: string,
): Promise<StreamReader | undefined> => {
  const { Streams: streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
  // A table has one stream at a time; the newest comes last.
  const streamArn = streams.at(-1)?.StreamArn;
  if (streamArn === undefined) return undefined;

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
    async iterator(ShardId, after, abortSignal) {
      const shard = { StreamArn: streamArn, ShardId };
      const fromStart = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
      if (after === undefined) return (await client.send(fromStart, { abortSignal })).ShardIterator;
      try {
        const position = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const;
        const command = new GetShardIteratorCommand({ ...shard, ...position });
        return (await client.send(command, { abortSignal })).ShardIterator;
      } catch (error) {
        // Records are kept for a day: the position may have been trimmed.
        if (!(error instanceof TrimmedDataAccessException)) throw error;
        return (await client.send(fromStart, { abortSignal })).ShardIterator;
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

import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type _Record as SdkRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { TestEngine } from './engine.ts';

/** The DynamoDB stream of an engine's table. */
export interface TableStream {
  /**
   * All records of items whose partition key starts with the prefix, oldest first, as a Lambda function
   * receives them.
   */
  recordsOf(partitionPrefix: string): Promise<readonly DynamoDBRecord[]>;
  close(): void;
}

/** Lambda events are JSON, with times in seconds since 1970 and binary values in Base64. */
const asLambdaRecord = ({ dynamodb, ...record }: SdkRecord): DynamoDBRecord => {
  const milliseconds = dynamodb?.ApproximateCreationDateTime?.getTime() ?? Number.NaN;
  const body = { ...dynamodb, ApproximateCreationDateTime: milliseconds / 1000 };
  const json = JSON.stringify({ ...record, dynamodb: body }, (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
  return JSON.parse(json);
};

export const openTableStream = (engine: TestEngine): TableStream => {
  const client = new DynamoDBStreamsClient({
    endpoint: engine.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  const records: DynamoDBRecord[] = [];
  /** The next iterator of each shard. */
  const iterators = new Map<string, string | undefined>();

  const firstIterator = async (StreamArn: string, ShardId: string): Promise<string | undefined> => {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
    return (await client.send(new GetShardIteratorCommand(start))).ShardIterator;
  };

  const readOn = async (streamArn: string, shardId: string): Promise<void> => {
    if (!iterators.has(shardId)) iterators.set(shardId, await firstIterator(streamArn, shardId));
    for (;;) {
      const iterator = iterators.get(shardId);
      if (iterator === undefined) return;
      const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
      iterators.set(shardId, page.NextShardIterator);
      // An open shard always has a next iterator, even at its end.
      if (page.Records === undefined || page.Records.length === 0) return;
      records.push(...page.Records.map(asLambdaRecord));
    }
  };

  return {
    async recordsOf(partitionPrefix) {
      const { Streams: streams = [] } = await client.send(
        new ListStreamsCommand({ TableName: engine.tableName }),
      );
      const arn = streams[0]?.StreamArn;
      if (arn === undefined) throw new Error(`The table ${engine.tableName} has no stream.`);
      const { StreamDescription: stream } = await client.send(new DescribeStreamCommand({ StreamArn: arn }));
      for (const { ShardId: shardId = '' } of stream?.Shards ?? []) await readOn(arn, shardId);
      return records.filter(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S?.startsWith(partitionPrefix));
    },
    close: () => client.destroy(),
  };
};

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

/** The stream of an engine's table. */
export interface TableStream {
  /** All records of items whose partition key starts so, oldest first, as a Lambda function receives them. */
  recordsOf(partitionPrefix: string): Promise<readonly DynamoDBRecord[]>;
  close(): void;
}

/** Lambda events are JSON, in which times are seconds since 1970. */
const asLambdaRecord = ({ dynamodb, ...record }: SdkRecord): DynamoDBRecord => {
  const milliseconds = dynamodb?.ApproximateCreationDateTime?.getTime() ?? Number.NaN;
  const body = { ...dynamodb, ApproximateCreationDateTime: milliseconds / 1000 };
  return JSON.parse(JSON.stringify({ ...record, dynamodb: body }));
};

export const openTableStream = (engine: TestEngine): TableStream => {
  const client = new DynamoDBStreamsClient({
    endpoint: engine.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  const readShard = async (streamArn: string, shardId: string): Promise<readonly DynamoDBRecord[]> => {
    const records: DynamoDBRecord[] = [];
    const start = { StreamArn: streamArn, ShardId: shardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
    let iterator = (await client.send(new GetShardIteratorCommand(start))).ShardIterator;
    while (iterator !== undefined) {
      const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
      // The shard stays open: at its end there is still an iterator, for what comes later.
      if (page.Records === undefined || page.Records.length === 0) break;
      records.push(...page.Records.map(asLambdaRecord));
      iterator = page.NextShardIterator;
    }
    return records;
  };

  return {
    async recordsOf(partitionPrefix) {
      const { Streams: streams = [] } = await client.send(
        new ListStreamsCommand({ TableName: engine.tableName }),
      );
      const arn = streams[0]?.StreamArn;
      if (arn === undefined) throw new Error(`The table ${engine.tableName} has no stream.`);
      const { StreamDescription: stream } = await client.send(new DescribeStreamCommand({ StreamArn: arn }));
      const records: DynamoDBRecord[] = [];
      for (const { ShardId: shardId = '' } of stream?.Shards ?? []) {
        records.push(...(await readShard(arn, shardId)));
      }
      return records.filter(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S?.startsWith(partitionPrefix));
    },
    close: () => client.destroy(),
  };
};

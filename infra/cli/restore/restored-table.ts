import { setTimeout } from 'node:timers/promises';
import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../../shared/table/items/schema.ts';
import { UsageError } from '../support/usage-error.ts';

interface RestoreTarget {
  readonly client: DynamoDBClient;
  readonly table: string;
  /** Milliseconds between two looks at the table. */
  readonly poll: number;
}

const describe = async ({ client, table }: RestoreTarget): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: table }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

/** Waits until a table and all its indexes are active. That of a large table takes hours. */
const waitUntilActive = async (target: RestoreTarget): Promise<TableDescription> => {
  for (;;) {
    const table = await describe(target);
    const indexes = table?.GlobalSecondaryIndexes ?? [];
    const isActive =
      table?.TableStatus === 'ACTIVE' && indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');
    if (table !== undefined && isActive) return table;
    await setTimeout(target.poll);
  }
};

/** Backups of a new table are not available at once. */
const enableBackups = async ({ client, table, poll }: RestoreTarget): Promise<void> => {
  const specification = { PointInTimeRecoveryEnabled: true };
  for (;;) {
    try {
      await client.send(
        new UpdateContinuousBackupsCommand({
          TableName: table,
          PointInTimeRecoverySpecification: specification,
        }),
      );
      return;
    } catch (error) {
      if (!(error instanceof ContinuousBackupsUnavailableException)) throw error;
      await setTimeout(poll);
    }
  }
};

/** Throws a UsageError if a table has no backup of a moment. A new table that exists needs none. */
export const requireRestorable = async (target: RestoreTarget, source: string, to: string): Promise<void> => {
  if ((await describe(target)) !== undefined) return;
  const command = new DescribeContinuousBackupsCommand({ TableName: source });
  const { PointInTimeRecoveryDescription: backups } =
    (await target.client.send(command)).ContinuousBackupsDescription ?? {};
  const { EarliestRestorableDateTime: from, LatestRestorableDateTime: until } = backups ?? {};
  if (from === undefined || until === undefined) {
    throw new UsageError(`The table ${source} cannot be restored: its point-in-time recovery is off.`);
  }
  if (new Date(to) >= from && new Date(to) <= until) return;
  throw new UsageError(
    `--to must be from ${from.toISOString()} to ${until.toISOString()}, of which ${source} has backups.`,
  );
};

/**
 * Restores a table to a point in time, as a new table, and configures what a restored table lacks
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/pointintimerecovery_howitworks.html).
 * Continues with a new table that exists already.
 *
 * @returns the ARN of its stream
 */
export const restoreTable = async (target: RestoreTarget, source: string, to: string): Promise<string> => {
  const { client, table: TableName } = target;
  if ((await describe(target)) === undefined) {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: source,
        TargetTableName: TableName,
        RestoreDateTime: new Date(to),
      }),
    );
  }
  const restored = await waitUntilActive(target);
  if (restored.LatestStreamArn !== undefined) return restored.LatestStreamArn;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { Enabled: true, AttributeName: TIME_TO_LIVE_ATTRIBUTE },
    }),
  );
  await enableBackups(target);
  // Last: with a stream, the table is complete.
  await client.send(
    new UpdateTableCommand({
      TableName,
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  const { LatestStreamArn: streamArn } = await waitUntilActive(target);
  if (streamArn === undefined) throw new Error(`The table ${TableName} has no stream.`);
  return streamArn;
};

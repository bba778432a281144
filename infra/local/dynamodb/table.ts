import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource } from '../assembly/stack.ts';
import { messageOf, StartError } from '../process/start-error.ts';

const keySchema = z.array(z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const indexSchema = z.strictObject({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.strictObject({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});

const tableSchema = z.strictObject({
  AttributeDefinitions: z.array(
    z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  BillingMode: z.literal('PAY_PER_REQUEST'),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(indexSchema).default([]),
  StreamSpecification: z
    .strictObject({ StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) })
    .optional(),
  TimeToLiveSpecification: z.strictObject({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
  TableName: ignored(),
  // Local data needs no backups and no protection.
  DeletionProtectionEnabled: ignored(),
  PointInTimeRecoverySpecification: ignored(),
  SSESpecification: ignored(),
  Tags: ignored(),
});
type TableProperties = z.infer<typeof tableSchema>;

const describe = async (client: DynamoDBClient, name: string): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const create = async (client: DynamoDBClient, name: string, table: TableProperties): Promise<void> => {
  const { StreamSpecification, TimeToLiveSpecification } = table;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      AttributeDefinitions: table.AttributeDefinitions,
      KeySchema: table.KeySchema,
      BillingMode: table.BillingMode,
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes,
      StreamSpecification: StreamSpecification && { StreamEnabled: true, ...StreamSpecification },
    }),
  );
  if (TimeToLiveSpecification !== undefined) {
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
  }
};

/** What cannot be changed in a table or an index, comparable as text. */
const shapeOf = ({ KeySchema, Projection }: GlobalSecondaryIndexDescription): string =>
  JSON.stringify([
    KeySchema?.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
    Projection?.ProjectionType,
    Projection?.NonKeyAttributes?.toSorted() ?? [],
  ]);

/** Adds the indexes that the stack declares and the table lacks. Other differences cannot be applied. */
const update = async (
  client: DynamoDBClient,
  name: string,
  table: TableProperties,
  existing: TableDescription,
): Promise<void> => {
  const refuse = (what: string): never => {
    throw new StartError(
      `The existing table ${name} differs in ${what}, which cannot be changed: ` +
        'use a new DATA_DIR, or delete the old one.',
    );
  };
  if (shapeOf({ KeySchema: existing.KeySchema }) !== shapeOf({ KeySchema: table.KeySchema }))
    refuse('its key');
  for (const index of table.GlobalSecondaryIndexes) {
    const present = existing.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.IndexName);
    if (present === undefined) {
      const GlobalSecondaryIndexUpdates = [{ Create: index }];
      const { AttributeDefinitions } = table;
      await client.send(
        new UpdateTableCommand({ TableName: name, AttributeDefinitions, GlobalSecondaryIndexUpdates }),
      );
    } else if (shapeOf(present) !== shapeOf(index)) refuse(`its index ${index.IndexName}`);
  }
};

/**
 * Creates the table that the template declares, or adds missing indexes to it. Indexes that the template no
 * longer declares stay.
 *
 * @throws StartError when the existing table has another key, or another index under the same name
 */
export const prepareTable = async (client: DynamoDBClient, resource: Resource): Promise<void> => {
  const table = readProperties(resource, tableSchema);
  const name = resource.physicalId;
  try {
    const existing = await describe(client, name);
    if (existing === undefined) await create(client, name, table);
    else await update(client, name, table, existing);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const endpoint = await client.config.endpoint?.();
    const address = endpoint === undefined ? '' : ` at ${endpoint.hostname}:${endpoint.port ?? ''}`;
    // Connection errors have a code; DynamoDB's responses have none.
    const what =
      error instanceof Error && 'code' in error ? 'cannot be reached' : `refuses the table ${name}`;
    throw new StartError(`DynamoDB${address} ${what}: ${messageOf(error)}.`);
  }
};

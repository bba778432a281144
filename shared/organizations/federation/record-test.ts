import type { DynamoDbCalls } from '../../table/dynamodb-calls.ts';
import { identityProviderKey } from '../../table/items/keys.ts';
import { PARTITION_KEY } from '../../table/items/schema.ts';
import { TEST_ATTRIBUTE, type TestSignIn } from './connection.ts';

/** Records a sign-in with a provider that is off, for its admins. */
export type RecordTest = (provider: string, test: Omit<TestSignIn, 'at'>) => Promise<void>;

/** A test shows at most so many groups. */
const MAX_GROUPS = 50;

/** Records it by one write, which a provider that was removed meanwhile refuses. */
export const createRecordTest =
  (calls: Pick<DynamoDbCalls, 'updateItem'>, tableName: string): RecordTest =>
  async (provider, { groups, ...test }) => {
    const recorded = { ...test, at: new Date().toISOString(), groups: groups.slice(0, MAX_GROUPS) };
    await calls.updateItem({
      TableName: tableName,
      Key: { ...identityProviderKey(provider) },
      UpdateExpression: 'SET #test = :test',
      ConditionExpression: 'attribute_exists(#pk)',
      ExpressionAttributeNames: { '#test': TEST_ATTRIBUTE, '#pk': PARTITION_KEY },
      ExpressionAttributeValues: { ':test': JSON.stringify(recorded) },
    });
  };

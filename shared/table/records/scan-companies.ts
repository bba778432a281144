import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { companyKey } from '../items/keys.ts';
import type { Item } from '../reader.ts';

/**
 * The `id`, `name` and `domain` of every company of an organization, in pages. Reads the whole table, since
 * no index orders companies: about 250 read units for each MB of all organizations. For
 * operators' commands only.
 */
export async function* scanCompanies(
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
): AsyncGenerator<readonly Item[]> {
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(#pk, :companies)',
    ProjectionExpression: '#id, #name, #domain',
    ExpressionAttributeNames: { '#pk': 'pk', '#id': 'id', '#name': 'name', '#domain': 'domain' },
    ExpressionAttributeValues: { ':companies': companyKey(organizationId, '').pk },
  };
  for await (const page of paginateScan({ client }, scan)) yield page.Items ?? [];
}

import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { companyKey } from '../items/keys.ts';
import { DELETED_ATTRIBUTE } from '../items/schema.ts';
import type { Item } from '../reader.ts';

/**
 * Yields the `id`, `name` and `domain` of every company of an organization, in pages. Scans the whole table,
 * at about 250 read units per MB, because no index contains companies. For operator commands only.
 */
export async function* scanCompanies(
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
): AsyncGenerator<readonly Item[]> {
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(#pk, :companies) AND attribute_not_exists(#deletedAt)',
    ProjectionExpression: '#id, #name, #domain',
    ExpressionAttributeNames: {
      '#pk': 'pk',
      '#id': 'id',
      '#name': 'name',
      '#domain': 'domain',
      '#deletedAt': DELETED_ATTRIBUTE,
    },
    ExpressionAttributeValues: { ':companies': companyKey(organizationId, '').pk },
  };
  for await (const page of paginateScan({ client }, scan)) yield page.Items ?? [];
}

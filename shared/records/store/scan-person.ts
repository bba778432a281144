import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { callListKey } from '../../table/items/keys.ts';
import { PREVIOUS_ATTRIBUTE } from '../../table/items/schema.ts';

/**
 * Finds the ids of the entries that may hold data of a person. Scans the whole table, at about 250 read units
 * per MB. For operator commands only.
 */
export const scanForPerson = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
  personId: string,
): Promise<readonly string[]> => {
  const entryIds: string[] = [];
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(#pk, :lists) AND :person IN (#personId, #previous.#personId)',
    ProjectionExpression: '#id',
    ExpressionAttributeNames: {
      '#pk': 'pk',
      '#id': 'id',
      '#personId': 'personId',
      '#previous': PREVIOUS_ATTRIBUTE,
    },
    ExpressionAttributeValues: { ':lists': callListKey(organizationId, '').pk, ':person': personId },
  };
  for await (const { Items: items = [] } of paginateScan({ client }, scan)) {
    entryIds.push(...items.map(({ id }) => String(id)));
  }
  return entryIds;
};

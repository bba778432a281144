import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { CLEARED } from '../../kinds/kinds.ts';
import { callListKey, recordKeyOf } from '../../table/items/keys.ts';
import { PREVIOUS_ATTRIBUTE } from '../../table/items/schema.ts';

/**
 * Finds the ids of the records that may hold data of a person, such as calls, also those no lookup lists.
 * Scans the whole table, at about 250 read units per MB. For operator commands only.
 */
export const scanForPerson = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
  personId: string,
): Promise<readonly string[]> => {
  const ids: string[] = [];
  const referring = CLEARED.map(({ kind }) => recordKeyOf(kind));
  const prefixes = [callListKey, ...referring].map((keyOf) => keyOf(organizationId, '').pk);
  const values = Object.fromEntries(prefixes.map((prefix, index) => [`:prefix${index}`, prefix]));
  const isReferring = Object.keys(values).map((name) => `begins_with(#pk, ${name})`);
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression: `(${isReferring.join(' OR ')}) AND :person IN (#personId, #previous.#personId)`,
    ProjectionExpression: '#id',
    ExpressionAttributeNames: {
      '#pk': 'pk',
      '#id': 'id',
      '#personId': 'personId',
      '#previous': PREVIOUS_ATTRIBUTE,
    },
    ExpressionAttributeValues: { ...values, ':person': personId },
  };
  for await (const { Items: items = [] } of paginateScan({ client }, scan)) {
    ids.push(...items.map(({ id }) => String(id)));
  }
  return ids;
};

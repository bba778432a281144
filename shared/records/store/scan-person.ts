import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { callListKey } from '../../table/items/keys.ts';
import { PREVIOUS_ATTRIBUTE } from '../../table/items/schema.ts';
import { webhookEventPartition } from '../../table/items/webhook-keys.ts';

/**
 * Finds the ids of the entries that may hold data of a person, and of all events whose bodies the previous
 * version stored outside the feed. Scans the whole table, at about 250 read units per MB. For operator
 * commands only.
 */
export const scanForPerson = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  organizationId: string,
  personId: string,
): Promise<{ readonly entryIds: readonly string[]; readonly eventIds: readonly string[] }> => {
  const events = webhookEventPartition(organizationId, '');
  const entryIds: string[] = [];
  const eventIds = new Set<string>();
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression:
      '(begins_with(#pk, :lists) AND :person IN (#personId, #previous.#personId)) OR begins_with(#pk, :events)',
    ProjectionExpression: '#pk, #id',
    ExpressionAttributeNames: {
      '#pk': 'pk',
      '#id': 'id',
      '#personId': 'personId',
      '#previous': PREVIOUS_ATTRIBUTE,
    },
    ExpressionAttributeValues: {
      ':lists': callListKey(organizationId, '').pk,
      ':events': events,
      ':person': personId,
    },
  };
  for await (const { Items: items = [] } of paginateScan({ client }, scan)) {
    for (const { pk, id } of items) {
      if (String(pk).startsWith(events)) eventIds.add(String(pk).slice(events.length));
      else entryIds.push(String(id));
    }
  }
  return { entryIds, eventIds: [...eventIds] };
};

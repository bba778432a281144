import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Permission } from '../contract/permissions.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { createTableReader } from '../table/document-client-reader.ts';
import { apiKeyKey, apiKeyPartition } from '../table/keys.ts';
import { COLLECTION_INDEX } from '../table/schema.ts';
import type { ApiKey } from './api-key.ts';
import { apiKeyFromItem, apiKeyToItem } from './api-key-mapper.ts';
import type { GatewayKeys } from './gateway-keys.ts';
import { generateToken, hashToken, hintOf } from './token.ts';

export interface NewApiKey {
  readonly organizationId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly plan: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
}

/** Creates, lists and revokes the API keys of an organization. */
export interface ApiKeyManager {
  /** @returns the stored key, and its token: the only time that the token can be had */
  create(key: NewApiKey): Promise<{ readonly apiKey: ApiKey; readonly token: string }>;
  /** All keys, revoked ones included, newest first. */
  list(organizationId: string): Promise<readonly ApiKey[]>;
  /**
   * Makes the key useless at once. Revoking a revoked key changes nothing.
   * @returns the key, or `undefined` if the organization has none with this id
   */
  revoke(organizationId: string, id: string): Promise<ApiKey | undefined>;
}

export interface ApiKeyManagerDependencies {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly gatewayKeys: GatewayKeys;
  /** Ids of the API's usage plans, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
}

export const createApiKeyManager = ({
  client,
  tableName,
  gatewayKeys,
  usagePlanIds,
}: ApiKeyManagerDependencies): ApiKeyManager => {
  const reader = createTableReader(client, tableName);

  return {
    async create(newKey) {
      const usagePlanId = usagePlanIds[newKey.plan];
      if (usagePlanId === undefined) {
        throw new Error(
          `There is no usage plan "${newKey.plan}"; the plans are ${Object.keys(usagePlanIds).join(', ')}.`,
        );
      }
      const { id, token } = generateToken();
      const apiKey: ApiKey = {
        ...newKey,
        id,
        hint: hintOf(token),
        createdAt: timestampOf(new Date()),
        revokedAt: null,
      };
      // The gateway's key first: a key must never work without its limits. One that is left over when the
      // second step fails is useless, since nothing in the table accepts it, and is taken away again.
      try {
        await gatewayKeys.create(id, usagePlanId);
        await client.send(
          // Unconditional: the id is new, so all that a condition could refuse is a repetition of this very
          // write, whose answer got lost.
          new PutCommand({
            TableName: tableName,
            Item: { ...apiKeyToItem(apiKey, hashToken(token)), version: 1 },
          }),
        );
      } catch (error) {
        await gatewayKeys.remove(id).catch(() => undefined);
        throw error;
      }
      return { apiKey, token };
    },

    async list(organizationId) {
      const ids: string[] = [];
      let start: Record<string, unknown> | undefined;
      do {
        const page = await client.send(
          new QueryCommand({
            TableName: tableName,
            IndexName: COLLECTION_INDEX.name,
            KeyConditionExpression: 'gsi1pk = :partition',
            ExpressionAttributeValues: { ':partition': apiKeyPartition(organizationId) },
            ExclusiveStartKey: start,
          }),
        );
        ids.push(...(page.Items ?? []).map((item) => String(item['gsi1sk']).split('#')[1] ?? ''));
        start = page.LastEvaluatedKey;
      } while (start !== undefined);
      // The index only holds their order; the items themselves come from the table.
      const items = await reader.getMany(ids.map(apiKeyKey), { consistentRead: true });
      return items.map(apiKeyFromItem).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    },

    async revoke(organizationId, id) {
      const now = timestampOf(new Date());
      try {
        const { Attributes: item = {} } = await client.send(
          new UpdateCommand({
            TableName: tableName,
            Key: { ...apiKeyKey(id) },
            ConditionExpression: 'organizationId = :organizationId',
            UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now) ADD version :one',
            ExpressionAttributeValues: { ':organizationId': organizationId, ':now': now, ':one': 1 },
            ReturnValues: 'ALL_NEW',
          }),
        );
        await gatewayKeys.remove(id);
        return apiKeyFromItem(item);
      } catch (error) {
        if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return undefined;
        throw error;
      }
    },
  };
};

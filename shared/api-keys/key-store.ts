import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTableReader } from '../table/document-client-reader.ts';
import { createTableWriter } from '../table/document-client-writer.ts';
import { apiKeyKey } from '../table/keys.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { TableWriter, WriteOperation } from '../table/writer.ts';
import { HAS_GATEWAY_KEY, isPending } from './api-key-mapper.ts';
import type { GatewayKeys } from './gateway-keys.ts';

/** What the operations on keys work with. */
export interface KeyStore {
  readonly reader: TableReader;
  readonly writer: TableWriter;
  readonly gatewayKeys: GatewayKeys;
  /** Ids of the API's usage plans, by plan name. */
  readonly usagePlanIds: Readonly<Record<string, string>>;
}

export interface KeyStoreDependencies extends Pick<KeyStore, 'gatewayKeys' | 'usagePlanIds'> {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

export const createKeyStore = ({ client, tableName, ...rest }: KeyStoreDependencies): KeyStore => ({
  reader: createTableReader(client, tableName),
  writer: createTableWriter(client, tableName),
  ...rest,
});

/** A key of the organization as it is stored now, or `undefined` if the organization has none with this id. */
export const readKey = async (
  { reader }: KeyStore,
  organizationId: string,
  id: string,
): Promise<Item | undefined> => {
  const item = await reader.get(apiKeyKey(id), { consistentRead: true });
  return item === undefined || item['organizationId'] !== organizationId || isPending(item)
    ? undefined
    : item;
};

/** Takes away what API Gateway holds for a key, and then notes that nothing is left. */
export const removeGatewayKey = async ({ gatewayKeys, writer }: KeyStore, id: string): Promise<void> => {
  await gatewayKeys.remove(id);
  const note: WriteOperation = {
    update: {
      Key: { ...apiKeyKey(id) },
      UpdateExpression: `REMOVE ${HAS_GATEWAY_KEY}`,
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
  await writer.transact([note]);
};

/** Thrown where a key cannot be changed as asked because of what became of it. */
export class KeyConflictError extends Error {
  override readonly name = 'KeyConflictError';
}

import {
  type APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';

/**
 * API Gateway meters each client by a key of its own. That key's value is not a secret: it is what the
 * authorizer returns as `usageIdentifierKey` once the real key was verified. The name and the value are both
 * the id of our key, so either side can be found from the other without storing anything.
 */
export interface GatewayKeys {
  /** Creates the gateway's key and puts it under a usage plan. */
  create(keyId: string, usagePlanId: string): Promise<void>;
  /** Removes the gateway's key, and with it its plan membership. Does nothing where there is none. */
  remove(keyId: string): Promise<void>;
}

export const createGatewayKeys = (client: APIGatewayClient): GatewayKeys => ({
  async create(keyId, usagePlanId) {
    const created = await client.send(new CreateApiKeyCommand({ name: keyId, value: keyId, enabled: true }));
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: created.id, keyType: 'API_KEY' }));
  },

  async remove(keyId) {
    const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: keyId }));
    for (const { id } of items) {
      try {
        await client.send(new DeleteApiKeyCommand({ apiKey: id }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    }
  },
});

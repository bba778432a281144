import {
  type APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  GetUsageCommand,
  LimitExceededException,
  NotFoundException,
  TooManyRequestsException,
} from '@aws-sdk/client-api-gateway';
import { MILLISECONDS_PER_DAY } from '../runtime/durations.ts';
import { GatewayBusyError, type GatewayKeys } from './gateway-keys.ts';

const isBusy = (error: unknown): boolean =>
  error instanceof TooManyRequestsException || error instanceof LimitExceededException;

const answered = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new GatewayBusyError(
      'API Gateway rejected the call: it is throttled, or the account has no room for more keys.',
      { cause: error },
    );
  }
};

const nextDay = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);

/**
 * @param client with enough attempts to outlast the control plane's limits (5 key creations and 5 deletions
 *   per second for each account and Region)
 */
export const createGatewayKeys = (client: APIGatewayClient): GatewayKeys => {
  const removeById = async (id: string): Promise<void> => {
    try {
      await answered(client.send(new DeleteApiKeyCommand({ apiKey: id })));
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
    }
  };

  return {
    async create(name, usagePlanId) {
      const { id } = await answered(
        client.send(new CreateApiKeyCommand({ name, value: name, enabled: true })),
      );
      if (id === undefined) throw new Error('API Gateway returned a new key without an id.');
      await answered(
        client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' })),
      );
      return id;
    },

    async remove(name, id) {
      if (id !== undefined && id !== null) return removeById(id);
      const { items = [] } = await answered(client.send(new GetApiKeysCommand({ nameQuery: name })));
      // The query matches by prefix.
      for (const found of items) {
        if (found.name === name && found.id !== undefined) await removeById(found.id);
      }
    },

    async usage(id, usagePlanId, from, to) {
      const input = { usagePlanId, keyId: id, startDate: from, endDate: to };
      const { items = {}, startDate = from } = await answered(client.send(new GetUsageCommand(input)));
      // One list per key, and only one key was asked for: days from startDate on, each as [used, remaining].
      const [days = []] = Object.values(items);
      return days.map(([requests = 0], index) => ({ date: nextDay(startDate, index), requests }));
    },
  };
};

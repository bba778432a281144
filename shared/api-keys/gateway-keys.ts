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

/** Requests of one day (UTC, `2026-01-31`). */
export interface DailyUsage {
  readonly date: string;
  readonly requests: number;
}

/**
 * API Gateway meters each client by a key of its own. That key's value is not a secret: it is what the
 * authorizer returns as `usageIdentifierKey` once the real key was verified. Its name is the same as its value.
 */
export interface GatewayKeys {
  /** Creates the gateway's key, puts it under a usage plan, and returns its id. */
  create(name: string, usagePlanId: string): Promise<string>;
  /**
   * Removes the gateway's key, and with it its plan membership. Does nothing where there is none.
   *
   * @param id where it is known: saves a call, and does not depend on a listing that may lag behind
   */
  remove(name: string, id?: string | null): Promise<void>;
  /** Requests a day, both days included. API Gateway counts with a delay of some minutes. */
  usage(id: string, usagePlanId: string, from: string, to: string): Promise<readonly DailyUsage[]>;
}

/** API Gateway does not take the call now: too many at once, or it holds as many keys as it can. */
export class GatewayBusyError extends Error {
  override readonly name = 'GatewayBusyError';
}

const isBusy = (error: unknown): boolean =>
  error instanceof TooManyRequestsException || error instanceof LimitExceededException;

const answered = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new GatewayBusyError('API Gateway does not take the call now.', { cause: error });
  }
};

const nextDay = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * @param client with enough attempts to wait out the control plane's own limits (5 key creations and 5 deletions a
 *   second, for all of an account and Region)
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
      if (id === undefined) throw new Error('API Gateway made a key without an id.');
      await answered(
        client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' })),
      );
      return id;
    },

    async remove(name, id) {
      if (id !== undefined && id !== null) return removeById(id);
      const { items = [] } = await answered(client.send(new GetApiKeysCommand({ nameQuery: name })));
      for (const found of items) if (found.id !== undefined) await removeById(found.id);
    },

    async usage(id, usagePlanId, from, to) {
      const input = { usagePlanId, keyId: id, startDate: from, endDate: to };
      const { items = {}, startDate = from } = await answered(client.send(new GetUsageCommand(input)));
      // By key, of which there is one here: a list of days from startDate on, each as [used, remaining].
      const [days = []] = Object.values(items);
      return days.map(([requests = 0], index) => ({ date: nextDay(startDate, index), requests }));
    },
  };
};

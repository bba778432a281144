import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  GetUsageCommand,
  GetUsagePlanKeysCommand,
  LimitExceededException,
  NotFoundException,
  TooManyRequestsException,
} from '@aws-sdk/client-api-gateway';
import { MILLISECONDS_PER_DAY } from '../runtime/durations.ts';
import { GatewayBusyError, type GatewayKeys } from './gateway-keys.ts';

/**
 * The limits per attempt, in milliseconds. Without them, a hanging call would use up the function's time
 * limit.
 */
export const GATEWAY_TRY_LIMITS = { connectionTimeout: 500, requestTimeout: 3_000 } as const;

/**
 * The client that manages gateway keys, with the credentials and Region of the environment.
 *
 * @param maxAttempts per call, retries included
 */
export const createApiGatewayClient = (maxAttempts: number): APIGatewayClient =>
  new APIGatewayClient({
    maxAttempts,
    requestHandler: { ...GATEWAY_TRY_LIMITS, throwOnRequestTimeout: true },
  });

/** API Gateway adds keys to plans one at a time per Region, and refuses a concurrent call as a conflict. */
const isBusy = (error: unknown): boolean =>
  error instanceof TooManyRequestsException ||
  error instanceof LimitExceededException ||
  error instanceof ConflictException;

const answered = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new GatewayBusyError(
      'API Gateway rejected the call: it throttles, is changing the plan, or has no room for more keys.',
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

  const idsOf = async (name: string): Promise<readonly string[]> => {
    const { items = [] } = await answered(client.send(new GetApiKeysCommand({ nameQuery: name })));
    // The query matches by prefix.
    return items.flatMap((found) => (found.name === name && found.id !== undefined ? [found.id] : []));
  };

  const createKey = async (name: string): Promise<string> => {
    try {
      const command = new CreateApiKeyCommand({ name, value: name, enabled: true });
      const { id } = await answered(client.send(command));
      if (id === undefined) throw new Error('API Gateway returned a new key without an id.');
      return id;
    } catch (error) {
      if (!(error instanceof GatewayBusyError && error.cause instanceof ConflictException)) throw error;
      // The name is unique, so the key is ours: the response was lost and the SDK repeated the call.
      const [id] = await idsOf(name);
      if (id === undefined) throw error;
      return id;
    }
  };

  const isInPlan = async (name: string, usagePlanId: string): Promise<boolean> => {
    const command = new GetUsagePlanKeysCommand({ usagePlanId, nameQuery: name });
    const { items = [] } = await answered(client.send(command));
    return items.some((found) => found.name === name);
  };

  return {
    async create(name, usagePlanId) {
      const id = await createKey(name);
      try {
        const command = new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' });
        await answered(client.send(command));
      } catch (error) {
        if (!(error instanceof GatewayBusyError && error.cause instanceof ConflictException)) throw error;
        if (!(await isInPlan(name, usagePlanId))) throw error;
      }
      return id;
    },

    async remove(name, id) {
      if (id !== undefined && id !== null) return removeById(id);
      for (const found of await idsOf(name)) await removeById(found);
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

import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { z } from 'zod';
import { createGatewayKeys } from '../../../shared/api-keys/gateway-keys.ts';
import { type ApiKeyManager, createApiKeyManager } from '../../../shared/api-keys/manage.ts';
import { type Connection, connect } from '../support/connection.ts';
import { UsageError } from '../support/usage-error.ts';

export interface ConnectedKeys {
  readonly manager: ApiKeyManager;
  /** Names of the usage plans there are. */
  readonly plans: readonly string[];
  readonly apiUrl: string;
}

const plansSchema = z.record(z.string(), z.string());

const usagePlanIds = (connection: Connection): Readonly<Record<string, string>> => {
  try {
    return plansSchema.parse(JSON.parse(connection.output('UsagePlans')));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${connection.name} has an output "UsagePlans" that is not a JSON object of ids.`);
  }
};

/** Connects to the keys of a stack, or of the service that runs on this machine. */
export const connectKeys = async (stack: string | undefined): Promise<ConnectedKeys> => {
  const connection = await connect(stack);
  const plans = usagePlanIds(connection);
  return {
    manager: createApiKeyManager({
      client: connection.documents,
      tableName: connection.output('TableName'),
      gatewayKeys: createGatewayKeys(new APIGatewayClient(connection.apiGateway)),
      usagePlanIds: plans,
    }),
    plans: Object.keys(plans),
    apiUrl: connection.output('ApiUrl'),
  };
};

import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { z } from 'zod';
import { createGatewayKeys } from '../../../shared/api-keys/api-gateway-keys.ts';
import type { KeyStore } from '../../../shared/api-keys/key-store.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { type Connection, connect } from '../support/connection.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';

export interface ConnectedKeys {
  readonly store: KeyStore;
  /** Names of the usage plans. */
  readonly plans: readonly string[];
  readonly apiUrl: string;
}

/** Enough to wait out an account's limit of 5 key creations per second. */
const CONTROL_PLANE_ATTEMPTS = 10;

const plansSchema = z.record(z.string(), z.string());

const usagePlanIds = (connection: Connection): Readonly<Record<string, string>> => {
  try {
    return plansSchema.parse(JSON.parse(connection.output('UsagePlans')));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${connection.name} has an output "UsagePlans" that is not a JSON object of plan ids.`,
    );
  }
};

/** Connects to the keys of a stack, or of the local service. */
export const connectKeys = async (stack: string | undefined): Promise<ConnectedKeys> => {
  const connection = await connect(stack);
  const plans = usagePlanIds(connection);
  return {
    store: {
      ...createTable(connection.documents, connection.output('TableName')),
      gatewayKeys: createGatewayKeys(
        new APIGatewayClient({ ...connection.apiGateway, maxAttempts: CONTROL_PLANE_ATTEMPTS }),
      ),
      usagePlanIds: plans,
      onCleanUpFailure: (error) =>
        console.warn(`The next "keys list" will retry a cleanup that failed: ${messageOf(error)}`),
    },
    plans: Object.keys(plans),
    apiUrl: connection.output('ApiUrl'),
  };
};

import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { RemoveObjects } from '../../../shared/exports/delete-export.ts';
import { createGatewayKeys } from '../../../shared/keys/api-gateway-keys.ts';
import type { KeyStore } from '../../../shared/keys/key-store.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { removeObjectsOf } from '../support/bucket.ts';
import { type Connection, connect } from '../support/connection.ts';
import { processOutput } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';

/** Enough to wait out an account's limit of 5 key creations per second. */
const CONTROL_PLANE_ATTEMPTS = 10;

/** The keys of a connected service. */
export const keyStoreOf = ({ documents, clientOptions, output }: Connection): KeyStore => ({
  ...createTable(documents, output('TableName')),
  gatewayKeys: createGatewayKeys(
    new APIGatewayClient({ ...clientOptions('apiGateway'), maxAttempts: CONTROL_PLANE_ATTEMPTS }),
  ),
  usagePlanIds: JSON.parse(output('UsagePlans')),
  onCleanUpFailure: (error) =>
    processOutput.message(`The next "keys list" will retry a cleanup that failed: ${messageOf(error)}`),
});

/** Connects to the keys of an organization, in a stack or in the local service. */
export const connectKeys = async (
  stack: string | undefined,
  organizationId: string,
): Promise<{ readonly store: KeyStore; readonly removeObjects: RemoveObjects; readonly apiUrl: string }> => {
  const connection = await connect(stack, organizationId);
  return {
    store: keyStoreOf(connection),
    removeObjects: removeObjectsOf(connection),
    apiUrl: connection.output('ApiUrl'),
  };
};

/** Throws a UsageError for an unknown usage plan. */
export const assertPlan = (plan: string, { usagePlanIds }: KeyStore): void => {
  if (!Object.hasOwn(usagePlanIds, plan)) {
    const plans = Object.keys(usagePlanIds).join(', ');
    throw new UsageError(`--plan must be one of ${plans}, not "${plan}".`);
  }
};

import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { createGatewayKeys } from '../../../shared/keys/api-gateway-keys.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { DEMO_ORGANIZATION_ID } from '../../demo-ids.ts';
import type { DemoDependencies, DemoOrganization } from './demo-organization.ts';
import { loadDemoRecords } from './demo-records.ts';
import { createDemoUsers } from './demo-users.ts';

const ORGANIZATION = { id: DEMO_ORGANIZATION_ID, name: 'Demo organization' };
const ACTOR = { id: 'local-runner', name: 'local-runner', from: null };
const PLAN = 'standard';

interface CreateDemoOptions extends Pick<DemoDependencies, 'region' | 'credentials' | 'endpoints'> {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly userPoolId: string;
  readonly usagePlanIds: Readonly<Record<string, string>>;
}

const createDemoKey = async (options: CreateDemoOptions): Promise<string> => {
  const { client, tableName, usagePlanIds, region, credentials, endpoints } = options;
  // Records first: the stored key marks the whole setup as complete.
  await loadDemoRecords(client, tableName, ORGANIZATION.id);
  const gateway = new APIGatewayClient({ region, credentials, endpoint: endpoints.apiGateway });
  const store = {
    ...createTable(client, tableName),
    gatewayKeys: createGatewayKeys(gateway),
    usagePlanIds,
    onCleanUpFailure: () => undefined,
  };
  const newKey = {
    organizationId: ORGANIZATION.id,
    name: 'Demo key of the local runner',
    permissions: PERMISSIONS,
    plan: PLAN,
    ownerId: null,
    expiresAt: null,
    allowedAddresses: null,
    importSource: null,
  } as const;
  const { token } = await createKey(store, newKey, ACTOR);
  gateway.destroy();
  return token;
};

/** Creates the records, the key and the users of the demo organization. */
export const createDemo = async (options: CreateDemoOptions): Promise<DemoOrganization> => {
  const { client, tableName, userPoolId, region, credentials, endpoints } = options;
  return {
    organizationId: ORGANIZATION.id,
    apiKey: await createDemoKey(options),
    users: await createDemoUsers({
      client,
      tableName,
      userPoolId,
      cognito: { region, credentials, endpoint: endpoints.cognito },
      organization: ORGANIZATION,
      actor: ACTOR,
    }),
  };
};

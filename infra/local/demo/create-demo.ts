import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { createGatewayKeys } from '../../../shared/keys/api-gateway-keys.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { DEMO_ORGANIZATION_ID } from '../../demo-ids.ts';
import type { Credentials } from '../settings.ts';
import { loadDemoRecords } from './demo-records.ts';
import { createDemoUsers, type DemoUser } from './demo-users.ts';

const ORGANIZATION = { id: DEMO_ORGANIZATION_ID, name: 'Demo organization' };
const ACTOR = { id: 'local-runner', name: 'local-runner', from: null };
const PLAN = 'standard';

/** An organization to try the service with. */
export interface DemoOrganization {
  readonly organizationId: string;
  /** An API key with all permissions. */
  readonly apiKey: string;
  /** An admin and a member. */
  readonly users: readonly DemoUser[];
}

export interface CreateDemoOptions {
  readonly region: string;
  readonly credentials: Credentials;
  /** Endpoints of AWS's own APIs. */
  readonly endpoints: { readonly apiGateway: string; readonly cognito: string };
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

import { readFileSync } from 'node:fs';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { ROLES } from '../../../shared/contract/organizations/users.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { createGatewayKeys } from '../../../shared/keys/api-gateway-keys.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { createKey } from '../../../shared/keys/create-key.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { DEMO_ORGANIZATION_ID } from '../../demo-ids.ts';
import { writeFileAtomically } from '../process/atomic-file.ts';
import type { Credentials } from '../settings.ts';
import { loadDemoRecords } from './demo-records.ts';
import { createDemoUsers, type DemoUser } from './demo-users.ts';

/** An organization to try the service with. */
export interface DemoOrganization {
  readonly organizationId: string;
  /** An API key with all permissions. */
  readonly apiKey: string;
  /** An admin and a member. */
  readonly users: readonly DemoUser[];
}

export interface DemoDependencies {
  readonly client: DynamoDBClient;
  readonly region: string;
  readonly credentials: Credentials;
  /** Endpoints of AWS's own APIs. */
  readonly endpoints: { readonly apiGateway: string; readonly cognito: string };
  readonly outputs: Readonly<Record<string, string>>;
  /** Keeps the key and the users between starts. */
  readonly file: string;
  /** Whether API Gateway has a key with this value. */
  readonly isGatewayKey: (value: string) => boolean;
  /** Whether a user with this email exists. */
  readonly isUser: (email: string) => boolean;
}

const ORGANIZATION = { id: DEMO_ORGANIZATION_ID, name: 'Demo organization' };
const ACTOR = { id: 'local-runner', name: 'local-runner', from: null };
const PLAN = 'standard';

const demoSchema = z.object({
  organizationId: z.literal(ORGANIZATION.id),
  apiKey: z.string(),
  users: z.array(z.object({ email: z.string(), password: z.string(), role: z.enum(ROLES) })).default([]),
});
const outputsSchema = z.object({
  TableName: z.string(),
  UsagePlans: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  UserPoolId: z.string(),
});

const readFile = (path: string): DemoOrganization | undefined => {
  try {
    return demoSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Missing or damaged: the caller creates new ones.
    return undefined;
  }
};

/**
 * Creates the demo organization at the first start: its records, an API key and users. Later starts reuse
 * them, and replace the key and the users if one of them no longer exists.
 */
export const prepareDemo = async (dependencies: DemoDependencies): Promise<DemoOrganization> => {
  const { file, region, credentials, endpoints, isGatewayKey, isUser } = dependencies;
  const outputs = outputsSchema.parse(dependencies.outputs);
  const { TableName: tableName, UsagePlans: usagePlanIds, UserPoolId: userPoolId } = outputs;
  const client = DynamoDBDocumentClient.from(dependencies.client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const table = createTable(client, tableName);
  const stored = readFile(file);

  const isAccepted = async (token: string): Promise<boolean> => {
    const key = await authenticate(table.reader, token, timestampOf(new Date()));
    return key !== undefined && isGatewayKey(key.usageIdentifierKey);
  };

  const createDemoKey = async (): Promise<string> => {
    // Records first: the stored key marks the whole setup as complete.
    await loadDemoRecords(client, tableName, ORGANIZATION.id);
    const gateway = new APIGatewayClient({ region, credentials, endpoint: endpoints.apiGateway });
    const store = {
      ...table,
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
    };
    const { token } = await createKey(store, newKey, ACTOR);
    gateway.destroy();
    return token;
  };

  const isComplete =
    stored !== undefined &&
    stored.users.length > 0 &&
    stored.users.every(({ email }) => isUser(email)) &&
    (await isAccepted(stored.apiKey));
  if (isComplete) return stored;
  const cognito = { region, credentials, endpoint: endpoints.cognito };
  const demo: DemoOrganization = {
    organizationId: ORGANIZATION.id,
    apiKey: await createDemoKey(),
    users: await createDemoUsers({
      client,
      tableName,
      userPoolId,
      cognito,
      organization: ORGANIZATION,
      actor: ACTOR,
    }),
  };
  await writeFileAtomically(file, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
};

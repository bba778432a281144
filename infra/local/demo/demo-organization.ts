import { readFileSync } from 'node:fs';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { ROLES } from '../../../shared/contract/organizations/users.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { createTable } from '../../../shared/table/sdk/document-client-table.ts';
import { DEMO_ORGANIZATION_ID } from '../../demo-ids.ts';
import { writeFileAtomically } from '../process/atomic-file.ts';
import type { CreateDemoOptions, DemoOrganization } from './create-demo.ts';

export interface DemoDependencies extends Pick<CreateDemoOptions, 'region' | 'credentials' | 'endpoints'> {
  readonly client: DynamoDBClient;
  readonly outputs: Readonly<Record<string, string>>;
  /** Keeps the key and the users between starts. */
  readonly file: string;
  /** Whether API Gateway has a key with this value. */
  readonly isGatewayKey: (value: string) => boolean;
  /** Whether a user with this email exists. */
  readonly isUser: (email: string) => boolean;
}

const demoSchema = z.object({
  organizationId: z.literal(DEMO_ORGANIZATION_ID),
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

  const isComplete =
    stored !== undefined &&
    stored.users.length > 0 &&
    stored.users.every(({ email }) => isUser(email)) &&
    (await isAccepted(stored.apiKey));
  if (isComplete) return stored;
  // The importer takes longer to load than the rest of the runner.
  const { createDemo } = await import('./create-demo.ts');
  const demo = await createDemo({
    client,
    tableName,
    usagePlanIds,
    userPoolId,
    region,
    credentials,
    endpoints,
  });
  await writeFileAtomically(file, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
};

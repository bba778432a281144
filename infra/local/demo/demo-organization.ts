import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { authenticate } from '../../../shared/api-keys/authenticate.ts';
import { createGatewayKeys } from '../../../shared/api-keys/gateway-keys.ts';
import { createApiKeyManager } from '../../../shared/api-keys/manage.ts';
import { PERMISSIONS } from '../../../shared/contract/permissions.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { importFiles } from '../../../shared/importing/import-files.ts';
import type { SourceFile } from '../../../shared/importing/source-file.ts';
import { createTableReader } from '../../../shared/table/document-client-reader.ts';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { StartError } from '../process/start-error.ts';

/** Something to try the API with. */
export interface DemoOrganization {
  readonly organizationId: string;
  /** The token of a key with all permissions. */
  readonly apiKey: string;
}

export interface DemoDependencies {
  readonly client: DynamoDBClient;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Address of API Gateway's own API. */
  readonly apiGateway: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Where the key is kept from one start to the next. */
  readonly keyFile: string;
  /** Whether API Gateway knows a key with this value. */
  readonly isGatewayKey: (value: string) => boolean;
}

const ORGANIZATION_ID = 'dec0dec0-0000-4000-8000-000000000001';
const PLAN = 'standard';

const demoSchema = z.object({ organizationId: z.literal(ORGANIZATION_ID), apiKey: z.string() });
const outputsSchema = z.object({
  TableName: z.string(),
  UsagePlans: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
});

const readKeyFile = (path: string): string | undefined => {
  try {
    return demoSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).apiKey;
  } catch {
    // Lost or damaged: a new key does as well.
    return undefined;
  }
};

const sourceFile = (name: string): SourceFile => ({
  name,
  open: () => createReadStream(join(import.meta.dirname, name)),
});

/** Loads the made-up records beside this file. Doing it again changes nothing. */
const loadRecords = async (client: DynamoDBDocumentClient, tableName: string): Promise<void> => {
  const rejected: string[] = [];
  await importFiles({
    client,
    tableName,
    organizationId: ORGANIZATION_ID,
    files: {
      companies: sourceFile('companies.csv'),
      people: sourceFile('people.csv'),
      callLists: sourceFile('call-lists.csv'),
    },
    source: 'demo',
    region: 'US',
    onRejectedRow: ({ file, line, reason }) => rejected.push(`${file}, line ${line}: ${reason}`),
  });
  if (rejected.length > 0) {
    throw new StartError(`The demo data do not fit the service: ${rejected.join('; ')}.`);
  }
};

/**
 * The demo organization: its records are loaded and its key is made once, and both stay as they are from then
 * on. Where the key no longer works, or its file is lost, there is a new one.
 */
export const prepareDemo = async (dependencies: DemoDependencies): Promise<DemoOrganization> => {
  const { keyFile, region, credentials, apiGateway } = dependencies;
  const { TableName: tableName, UsagePlans: usagePlanIds } = outputsSchema.parse(dependencies.outputs);
  const client = DynamoDBDocumentClient.from(dependencies.client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const stored = readKeyFile(keyFile);
  if (stored !== undefined) {
    const reader = createTableReader(client, tableName);
    const key = await authenticate(reader, stored, timestampOf(new Date()));
    const isUsable = key !== undefined && dependencies.isGatewayKey(key.id);
    if (isUsable) return { organizationId: ORGANIZATION_ID, apiKey: stored };
  }
  // Records first: the key file is what says that all of this is done.
  await loadRecords(client, tableName);
  const gateway = new APIGatewayClient({ region, credentials, endpoint: apiGateway });
  const manager = createApiKeyManager({
    client,
    tableName,
    gatewayKeys: createGatewayKeys(gateway),
    usagePlanIds,
  });
  const newKey = {
    organizationId: ORGANIZATION_ID,
    name: 'Demo key of the local runner',
    permissions: PERMISSIONS,
    plan: PLAN,
    expiresAt: null,
  };
  const { token } = await manager.create(newKey, { name: 'local-runner', from: null });
  gateway.destroy();
  const demo: DemoOrganization = { organizationId: ORGANIZATION_ID, apiKey: token };
  await writeFileAtomically(keyFile, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
};

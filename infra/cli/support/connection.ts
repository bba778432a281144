import type { KMSClientConfig } from '@aws-sdk/client-kms';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readOrganization } from '../../../shared/organizations/organization.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { createTableReader } from '../../../shared/table/sdk/document-client-table.ts';
import { createSignedCalls } from '../../../shared/table/signed-calls/signed-calls.ts';
import { createReader } from '../../../shared/table/table-reader.ts';
import { checkClockBeforeWrites } from './clock-check.ts';
import { findLocalService } from './local-service.ts';
import { messageOf } from './run-command.ts';
import { UsageError } from './usage-error.ts';

type ClientOptions = Pick<KMSClientConfig, 'region' | 'credentials' | 'endpoint'>;

/** The service that a command works on. */
export interface Connection {
  /** Refuses to write, with a UsageError, while the clock of this machine is wrong. */
  readonly documents: DynamoDBDocumentClient;
  /**
   * Makes a reader that takes less CPU time than one of `documents`. Absent if credentials may expire, which
   * it cannot renew.
   */
  signedReader?(tableName: string): TableReader;
  /**
   * Options for the client of a service; none to use the environment. Throws a UsageError if the local
   * service runs without it.
   */
  clientOptions(service: 'apiGateway' | 'cognito' | 'dynamodb' | 'kms' | 's3' | 'sqs'): ClientOptions;
  /** Whether webhooks may be sent to the machine of the service. */
  readonly allowsLoopback: boolean;
  /** The value of a stack output. Throws a UsageError if it does not exist. */
  output(name: string): string;
}

/** More and longer attempts than a request can afford, because operators can wait. */
const PATIENCE = { attempts: 10, connectionTimeout: 3_000, requestTimeout: 20_000 } as const;

const outputReader =
  (name: string, outputs: Readonly<Record<string, string>>) =>
  (output: string): string => {
    const value = outputs[output];
    if (value === undefined) throw new UsageError(`${name} has no output "${output}".`);
    return value;
  };

const createCheckedClient = (
  options: ClientOptions,
  output: Connection['output'],
): DynamoDBDocumentClient => {
  const documents = createDocumentClient({ ...PATIENCE, ...options });
  checkClockBeforeWrites(documents, () => output('TableName'));
  return documents;
};

const connectLocally = async (directory: string): Promise<Connection> => {
  const { region, credentials, endpoints, outputs, allowsLoopback } = await findLocalService(directory);
  const local = { region, credentials };
  const name = 'The local service';
  const endpoint = process.env['DYNAMODB_ENDPOINT'] || endpoints.dynamodb;
  const output = outputReader(name, outputs);
  return {
    documents: createCheckedClient({ ...local, endpoint }, output),
    signedReader: (tableName) =>
      createReader(
        createSignedCalls({ ...PATIENCE, environment: { ...local, endpoint: new URL(endpoint) } }),
        tableName,
      ),
    clientOptions(service) {
      const endpoint = endpoints[service];
      if (endpoint === undefined) throw new UsageError(`${name} runs without ${service.toUpperCase()}.`);
      return { ...local, endpoint };
    },
    allowsLoopback,
    output,
  };
};

const connectToStack = async (stack: string): Promise<Connection> => {
  // Loaded on demand: it takes longer than most commands on the local service.
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const command = new DescribeStacksCommand({ StackName: stack });
  const { Stacks: [found] = [] } = await new CloudFormationClient().send(command).catch((error: unknown) => {
    throw new UsageError(
      `The stack "${stack}" cannot be read: ${messageOf(error)}. Check the Region and credentials in ` +
        'the environment (AWS_REGION, AWS_PROFILE, …).',
    );
  });
  const outputs = (found?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
    OutputKey,
    OutputValue,
  ]);
  const output = outputReader(`The stack "${stack}"`, Object.fromEntries(outputs));
  return {
    documents: createCheckedClient({}, output),
    clientOptions: () => ({}),
    allowsLoopback: false,
    output,
  };
};

/** Throws a UsageError for an organization that does not exist: otherwise, a mistyped id would get data. */
const assertOrganization = async ({ documents, output }: Connection, id: string): Promise<void> => {
  const reader = createTableReader(documents, output('TableName'));
  if ((await readOrganization(reader, id, { consistentRead: true })) === undefined) {
    throw new UsageError(
      `There is no organization with the id ${id}. "organizations list" lists all, and "organizations ` +
        'create" creates one.',
    );
  }
};

/**
 * Connects to a deployed stack, or by default to the local service of `DATA_DIR` (`.local`), whose table may
 * be at `DYNAMODB_ENDPOINT`.
 *
 * @param organizationId the organization that the command is for. @default not for a single one
 * @throws UsageError if the service is not running, or has no such organization
 */
export const connect = async (stack: string | undefined, organizationId?: string): Promise<Connection> => {
  const connection = await (stack === undefined
    ? connectLocally(process.env['DATA_DIR'] || '.local')
    : connectToStack(stack));
  if (organizationId !== undefined) await assertOrganization(connection, organizationId);
  return connection;
};

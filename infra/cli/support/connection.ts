import type { APIGatewayClientConfig } from '@aws-sdk/client-api-gateway';
import type { CognitoIdentityProviderClientConfig } from '@aws-sdk/client-cognito-identity-provider';
import type { KMSClientConfig } from '@aws-sdk/client-kms';
import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../../shared/table/sdk/document-client.ts';
import { findLocalService } from './local-service.ts';
import { messageOf } from './run-command.ts';
import { UsageError } from './usage-error.ts';

/** The service that a command works on. */
export interface Connection {
  /** For messages. */
  readonly name: string;
  readonly documents: DynamoDBDocumentClient;
  /** Configuration of an API Gateway client; empty to use the environment. */
  readonly apiGateway: Pick<APIGatewayClientConfig, 'region' | 'credentials' | 'endpoint'>;
  /** The same for Cognito. */
  readonly cognito: Pick<CognitoIdentityProviderClientConfig, 'region' | 'credentials' | 'endpoint'>;
  /** The same for SQS and KMS. Throw a UsageError if the service runs without them. */
  sqs(): Pick<SQSClientConfig, 'region' | 'credentials' | 'endpoint'>;
  kms(): Pick<KMSClientConfig, 'region' | 'credentials' | 'endpoint'>;
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

const connectLocally = async (directory: string): Promise<Connection> => {
  const { region, endpoints, outputs, allowsLoopback } = await findLocalService(directory);
  const local = { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const name = 'The local service';
  const clientOf = (service: string, endpoint: string | undefined) => {
    if (endpoint === undefined) throw new UsageError(`${name} runs without ${service}.`);
    return { ...local, endpoint };
  };
  return {
    name,
    documents: createDocumentClient({
      ...PATIENCE,
      ...local,
      endpoint: process.env['DYNAMODB_ENDPOINT'] || endpoints.dynamodb,
    }),
    apiGateway: { ...local, endpoint: endpoints.apiGateway },
    cognito: { ...local, endpoint: endpoints.cognito },
    sqs: () => clientOf('SQS', endpoints.sqs),
    kms: () => clientOf('KMS', endpoints.kms),
    allowsLoopback,
    output: outputReader(name, outputs),
  };
};

const stackOutputs = async (stack: string): Promise<Readonly<Record<string, string>>> => {
  // Loaded on demand: it takes longer than most commands on the local service.
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  try {
    const { Stacks: [found] = [] } = await new CloudFormationClient().send(
      new DescribeStacksCommand({ StackName: stack }),
    );
    const outputs = found?.Outputs ?? [];
    return Object.fromEntries(
      outputs.map(({ OutputKey: key = '', OutputValue: value = '' }) => [key, value] as const),
    );
  } catch (error) {
    throw new UsageError(
      `The stack "${stack}" cannot be read: ${messageOf(error)}. Check the Region and credentials in the environment (AWS_REGION, AWS_PROFILE, …).`,
    );
  }
};

const connectToStack = async (stack: string): Promise<Connection> => {
  const name = `The stack "${stack}"`;
  const outputs = await stackOutputs(stack);
  return {
    name,
    documents: createDocumentClient(PATIENCE),
    apiGateway: {},
    cognito: {},
    sqs: () => ({}),
    kms: () => ({}),
    allowsLoopback: false,
    output: outputReader(name, outputs),
  };
};

/**
 * Connects to a deployed stack, or by default to the local service of `DATA_DIR` (`.local`), whose table may be at
 * `DYNAMODB_ENDPOINT`. Throws a UsageError if it is not running.
 */
export const connect = (stack: string | undefined): Promise<Connection> =>
  stack === undefined ? connectLocally(process.env['DATA_DIR'] || '.local') : connectToStack(stack);

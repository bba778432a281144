import {
  CognitoIdentityProviderClient,
  ListUserPoolsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, ListEventBusesCommand } from '@aws-sdk/client-eventbridge';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Check } from './finding.ts';
import type { Requirements } from './requirements.ts';

/** A small read of each service that no other check calls, by its name in resource types. */
const READS = {
  Cognito: {
    action: 'cognito-idp:ListUserPools',
    read: (region: string) =>
      new CognitoIdentityProviderClient({ region }).send(new ListUserPoolsCommand({ MaxResults: 1 })),
  },
  DynamoDB: {
    action: 'dynamodb:ListTables',
    read: (region: string) => new DynamoDBClient({ region }).send(new ListTablesCommand({ Limit: 1 })),
  },
  Events: {
    action: 'events:ListEventBuses',
    read: (region: string) => new EventBridgeClient({ region }).send(new ListEventBusesCommand({ Limit: 1 })),
  },
  KMS: {
    action: 'kms:ListKeys',
    read: (region: string) => new KMSClient({ region }).send(new ListKeysCommand({ Limit: 1 })),
  },
  SQS: {
    action: 'sqs:ListQueues',
    read: (region: string) => new SQSClient({ region }).send(new ListQueuesCommand({ MaxResults: 1 })),
  },
} as const;

export const serviceChecks = (region: string, { services }: Requirements): readonly Check[] =>
  Object.entries(READS)
    .filter(([name]) => services.has(name))
    .map(([name, { action, read }]) => ({
      name: `${name} in ${region}`,
      action,
      check: async () => {
        await read(region);
        return { ok: 'Answers.' };
      },
    }));

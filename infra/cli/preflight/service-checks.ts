import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  CognitoIdentityProviderClient,
  ListUserPoolsCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, ListEventBusesCommand } from '@aws-sdk/client-eventbridge';
import { KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { type Check, quotaIncrease, type Verdict } from './finding.ts';
import type { Requirements } from './requirements.ts';

export const apiGatewayCheck = (
  region: string,
  { usagePlans, throttledRate, setsLoggingRole }: Requirements,
): Check => ({
  name: 'API Gateway account',
  action: 'apigateway:GET',
  check: async () => {
    const { cloudwatchRoleArn: role, throttleSettings } = await new APIGatewayClient({ region }).send(
      new GetAccountCommand(),
    );
    const rate = throttleSettings?.rateLimit ?? 0;
    const requestRate = Math.max(0, ...usagePlans.map((plan) => plan.rate));
    if (rate < requestRate) {
      return {
        problem: `The account allows ${rate} requests per second, less than a usage plan (${requestRate}).`,
        solution: `Request an increase: ${quotaIncrease('apigateway', 'L-8A5B8E43', 10_000)}`,
      };
    }
    if (rate < throttledRate) {
      return {
        problem:
          `The account allows ${rate} requests per second, less than all methods together ` +
          `(${throttledRate}), so a flood of some would refuse requests of others.`,
        solution:
          'Lower `throttles` in infra/config.ts, or request an ' +
          `increase: ${quotaIncrease('apigateway', 'L-8A5B8E43', 10_000)}`,
      };
    }
    const requests = `${rate} requests per second`;
    if (setsLoggingRole) {
      const replaced = role === undefined ? 'sets the logging role' : `replaces the logging role ${role}`;
      return { ok: `${requests}. The stack ${replaced}.` };
    }
    if (role !== undefined) return { ok: `${requests}. The logging role is ${role}.` };
    return {
      problem: 'API Gateway has no role to write logs with, so the deployment fails.',
      solution:
        'Create a role with the policy AmazonAPIGatewayPushToCloudWatchLogs, then: ' +
        'aws apigateway update-account --patch-operations ' +
        'op=replace,path=/cloudwatchRoleArn,value=ROLE_ARN',
    };
  },
});

export const bootstrapCheck = (account: string, region: string, { bootstrap }: Requirements): Check => {
  const problem = (text: string): Verdict => ({
    problem: text,
    solution: `Bootstrap the account and Region: npx cdk bootstrap aws://${account}/${region}`,
  });
  return {
    name: 'CDK bootstrap',
    action: 'ssm:GetParameter',
    check: async () => {
      try {
        const command = new GetParameterCommand({ Name: bootstrap.parameter });
        const { Parameter: parameter } = await new SSMClient({ region }).send(command);
        const version = Number(parameter?.Value);
        if (version >= bootstrap.version) return { ok: `Version ${version}.` };
        return problem(`Version ${parameter?.Value} is too old; the stack needs ${bootstrap.version}.`);
      } catch (error) {
        if (!(error instanceof ParameterNotFound)) throw error;
        return problem('The account is not bootstrapped in this Region.');
      }
    },
  };
};

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const MAX_RESOURCES = 500;

export const resourcesCheck = ({ resourceCount }: Requirements): Check => ({
  name: 'CloudFormation resources',
  action: 'none',
  check: async () =>
    resourceCount <= MAX_RESOURCES
      ? { ok: `${resourceCount} of ${MAX_RESOURCES}.` }
      : {
          problem:
            `A stack has ${resourceCount} resources, more than the ${MAX_RESOURCES} that CloudFormation ` +
            'allows.',
          solution:
            'Move some of them to a nested stack: infra/docs/decisions/0039-parts-in-nested-stacks.md.',
        },
});

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

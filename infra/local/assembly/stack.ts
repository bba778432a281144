import { StartError } from '../process/start-error.ts';
import type { Assembly } from './assembly.ts';
import { type References, resolveIntrinsics } from './intrinsics.ts';
import { type Account, attributeOf, physicalIdOf, referenceTo } from './physical-ids.ts';

/** A resource of the stack with resolved properties. */
export interface Resource {
  readonly logicalId: string;
  readonly physicalId: string;
  readonly arn: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The stack as deployed to this machine. */
export interface Stack {
  readonly account: Account;
  resourcesOf(type: RunType): readonly Resource[];
  readonly outputs: Readonly<Record<string, string>>;
}

/** Types that the runner runs. */
const RUN_TYPES = [
  'AWS::ApiGateway::Authorizer',
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolGroup',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::KMS::Key',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::SQS::Queue',
] as const;
type RunType = (typeof RUN_TYPES)[number];

/**
 * Types that make no difference on one machine: permissions (everything runs as the same user), log groups (logs are
 * files), archives of events, alarms and their notifications, and bookkeeping of AWS and CDK. Any other type fails the
 * start.
 */
const IGNORED_TYPES: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::Deployment',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Events::Archive',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
]);

/** Cannot exist on AWS. */
const ACCOUNT_ID = '000000000000';

const isRunType = (type: string): type is RunType => (RUN_TYPES as readonly string[]).includes(type);

/**
 * Resolves a template for this machine.
 *
 * @throws StartError naming the first unsupported resource or reference
 */
export const deployStack = ({ template, stackName }: Assembly, region: string): Stack => {
  const account: Account = { accountId: ACCOUNT_ID, region };
  const pseudoParameters: Readonly<Record<string, string>> = {
    'AWS::AccountId': account.accountId,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackName': stackName,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${account.accountId}:stack/${stackName}/local`,
    'AWS::URLSuffix': 'amazonaws.com',
  };

  const idOf = (logicalId: string): string | undefined => {
    const resource = template.Resources[logicalId];
    if (resource === undefined) return undefined;
    return physicalIdOf(resource.Type, logicalId, stackName, resource.Properties);
  };
  const references: References = {
    ref: (name) => {
      const type = template.Resources[name]?.Type;
      const id = idOf(name);
      if (type === undefined || id === undefined) return pseudoParameters[name];
      return referenceTo(type, id, account);
    },
    attribute: (logicalId, name) => {
      const type = template.Resources[logicalId]?.Type;
      const id = idOf(logicalId);
      return type === undefined || id === undefined ? undefined : attributeOf(type, id, name, account);
    },
  };

  const resources = new Map<RunType, Resource[]>(RUN_TYPES.map((type) => [type, []]));
  for (const [logicalId, { Type: type, Condition: condition, Properties }] of Object.entries(
    template.Resources,
  )) {
    if (IGNORED_TYPES.has(type)) continue;
    if (!isRunType(type)) {
      throw new StartError(`The local runner cannot run ${logicalId}, a resource of the type ${type}.`);
    }
    if (condition !== undefined) {
      throw new StartError(`The local runner does not support conditions, which ${logicalId} has.`);
    }
    const properties = Object.fromEntries(
      Object.entries(Properties).map(([name, value]) => [
        name,
        resolveIntrinsics(value, references, `The property ${name} of ${logicalId}`),
      ]),
    );
    const physicalId = physicalIdOf(type, logicalId, stackName, Properties);
    const arn = attributeOf(type, physicalId, 'Arn', account);
    resources.get(type)?.push({ logicalId, physicalId, arn, properties });
  }

  return {
    account,
    resourcesOf: (type) => resources.get(type) ?? [],
    outputs: Object.fromEntries(
      Object.entries(template.Outputs).map(([name, { Value: value }]) => [
        name,
        String(resolveIntrinsics(value, references, `The output ${name}`)),
      ]),
    ),
  };
};

import { StartError } from '../process/start-error.ts';
import type { Assembly } from './assembly.ts';
import { type References, resolveIntrinsics } from './intrinsics.ts';
import { type Account, attributeOf, givenName, physicalIdOf, referenceTo } from './physical-ids.ts';

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
  'AWS::Cognito::UserPoolIdentityProvider',
  'AWS::DynamoDB::Table',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::KMS::Key',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
] as const;
type RunType = (typeof RUN_TYPES)[number];

/**
 * Types that make no difference on one machine: permissions (everything runs as the same user), log groups
 * (logs are files), alarms and their notifications, retries of scheduled runs, and bookkeeping of AWS and
 * CDK. Any other type fails the start.
 */
const IGNORED_TYPES: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::Deployment',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPoolDomain',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
]);

/** The same at every start. */
const STACK_UUID = '00000000-0000-4000-8000-000000000000';

/** Cannot exist on AWS. */
const ACCOUNT_ID = '000000000000';

const isRunType = (type: string): type is RunType => (RUN_TYPES as readonly string[]).includes(type);

interface StackReferences extends References {
  /** The physical id of a resource of the template. */
  physicalId(logicalId: string): string | undefined;
}

/** The references of a template whose stack is deployed to an account. */
export const createReferences = (
  { template, stackName }: Pick<Assembly, 'template' | 'stackName'>,
  account: Account,
): StackReferences => {
  const { accountId, region } = account;
  const pseudoParameters: Readonly<Record<string, string>> = {
    'AWS::AccountId': accountId,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stackName}/${STACK_UUID}`,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  const find = (logicalId: string) => {
    const resource = template.Resources[logicalId];
    if (resource === undefined) return undefined;
    const { Type: type, Properties: properties } = resource;
    const name = resolveIntrinsics(givenName(type, properties), references, `The name of ${logicalId}`);
    const id = typeof name === 'string' ? name : physicalIdOf(type, logicalId, stackName, properties);
    return { type, id };
  };
  const references: StackReferences = {
    physicalId: (logicalId) => find(logicalId)?.id,
    ref(name) {
      const found = find(name);
      return found === undefined ? pseudoParameters[name] : referenceTo(found.type, found.id, account);
    },
    attribute(logicalId, name) {
      const found = find(logicalId);
      return found && attributeOf(found.type, found.id, name, account);
    },
  };
  return references;
};

/**
 * Resolves a template for this machine.
 *
 * @throws StartError naming the first unsupported resource or reference
 */
export const deployStack = ({ template, stackName }: Assembly, region: string): Stack => {
  const account: Account = { accountId: ACCOUNT_ID, region };
  const references = createReferences({ template, stackName }, account);
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
    const physicalId = references.physicalId(logicalId) ?? logicalId;
    const arn = references.attribute(logicalId, 'Arn');
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

import { createHash } from 'node:crypto';

/** The account and Region that the stack is deployed to. */
export interface Account {
  readonly accountId: string;
  readonly region: string;
}

/** The property that names resources of a type. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::Cognito::UserPoolGroup': 'GroupName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
};

/** How long the ids of types without names are. */
const ID_LENGTHS: Readonly<Record<string, number>> = {
  'AWS::ApiGateway::Authorizer': 6,
  'AWS::ApiGateway::Deployment': 6,
  'AWS::ApiGateway::Resource': 6,
  'AWS::ApiGateway::RestApi': 10,
  'AWS::ApiGateway::UsagePlan': 6,
  'AWS::Cognito::UserPool': 9,
  'AWS::Cognito::UserPoolClient': 26,
};

/** The parts of ARNs before and after the account and Region. */
const ARNS: Readonly<Record<string, readonly [service: string, prefix: string, suffix?: string]>> = {
  'AWS::Cognito::UserPool': ['cognito-idp', 'userpool/'],
  'AWS::DynamoDB::Table': ['dynamodb', 'table/'],
  'AWS::Events::EventBus': ['events', 'event-bus/'],
  'AWS::Events::Rule': ['events', 'rule/'],
  'AWS::KMS::Key': ['kms', 'key/'],
  'AWS::Lambda::Function': ['lambda', 'function:'],
  'AWS::Logs::LogGroup': ['logs', 'log-group:', ':*'],
  'AWS::SQS::Queue': ['sqs', ''],
};

/** The name that a template gives a resource, possibly with references. */
export const givenName = (type: string, properties: Readonly<Record<string, unknown>>): unknown =>
  properties[NAME_PROPERTIES[type] ?? ''];

/**
 * The name of a resource without one in the template, shaped like those of AWS. It is derived from the names
 * of stack and resource, so that it is the same at every start.
 *
 * @param properties as in the template
 */
export const physicalIdOf = (
  type: string,
  logicalId: string,
  stackName: string,
  properties: Readonly<Record<string, unknown>>,
): string => {
  const digest = createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex');
  if (type === 'AWS::KMS::Key') {
    return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  }
  const length = ID_LENGTHS[type];
  if (length !== undefined) {
    const id = BigInt(`0x${digest}`).toString(36).slice(0, length);
    return type === 'AWS::Cognito::UserPool' ? `local_${id}` : id;
  }
  // Names of buckets have no capitals.
  if (type === 'AWS::S3::Bucket') return `${stackName}-${logicalId}`.toLowerCase();
  return `${stackName}-${logicalId}${properties['FifoQueue'] === true ? '.fifo' : ''}`;
};

/** `Ref`: the URL of a queue, and the physical id of anything else. */
export const referenceTo = (type: string, physicalId: string, { accountId, region }: Account): string =>
  type === 'AWS::SQS::Queue' ? `https://sqs.${region}.amazonaws.com/${accountId}/${physicalId}` : physicalId;

/** `Fn::GetAtt`; `undefined` for an unsupported attribute. */
export const attributeOf = (
  type: string,
  physicalId: string,
  name: string,
  { accountId, region }: Account,
): string | undefined => {
  if (type === 'AWS::IAM::Role' && name === 'Arn') return `arn:aws:iam::${accountId}:role/${physicalId}`;
  if (type === 'AWS::S3::Bucket' && name === 'Arn') return `arn:aws:s3:::${physicalId}`;
  if (type === 'AWS::ApiGateway::RestApi' && name === 'RootResourceId') return `${physicalId}-root`;
  const [service, prefix, suffix = ''] = ARNS[type] ?? [];
  if (service === undefined) return undefined;
  const arn = `arn:aws:${service}:${region}:${accountId}:${prefix}${physicalId}${suffix}`;
  if (name === 'Arn') return arn;
  // On AWS, the label is a time. Here, the stream is looked up by the name of the table.
  return type === 'AWS::DynamoDB::Table' && name === 'StreamArn' ? `${arn}/stream/local` : undefined;
};

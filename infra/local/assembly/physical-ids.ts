import { createHash } from 'node:crypto';

/** The account and Region that the stack is deployed to. */
export interface Account {
  readonly accountId: string;
  readonly region: string;
}

const digestOf = (stackName: string, logicalId: string): string =>
  createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex');

/** Shaped like the ids of KMS keys. */
const keyId = (stackName: string, logicalId: string): string =>
  digestOf(stackName, logicalId).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Shaped like the ids of API Gateway. */
const gatewayId = (stackName: string, logicalId: string, length: number): string =>
  BigInt(`0x${digestOf(stackName, logicalId)}`)
    .toString(36)
    .slice(0, length);

/**
 * The name of a resource here, shaped like those of AWS. It is derived from the names of stack and resource, so that
 * it is the same at every start.
 *
 * @param properties as in the template; a literal name there wins
 */
export const physicalIdOf = (
  type: string,
  logicalId: string,
  stackName: string,
  properties: Readonly<Record<string, unknown>>,
): string => {
  const named = (property: string): string => {
    const given = properties[property];
    return typeof given === 'string' ? given : `${stackName}-${logicalId}`.slice(0, 255);
  };
  switch (type) {
    case 'AWS::DynamoDB::Table':
      return named('TableName');
    case 'AWS::Events::EventBus':
    case 'AWS::Events::Rule':
      return named('Name').slice(0, 64);
    case 'AWS::KMS::Key':
      return keyId(stackName, logicalId);
    case 'AWS::Lambda::Function':
      return named('FunctionName').slice(0, 64);
    case 'AWS::SQS::Queue': {
      const suffix = properties['FifoQueue'] === true ? '.fifo' : '';
      return `${named('QueueName')
        .replace(/\.fifo$/, '')
        .slice(0, 80 - suffix.length)}${suffix}`;
    }
    case 'AWS::Cognito::UserPool':
      return `local_${gatewayId(stackName, logicalId, 9)}`;
    case 'AWS::Cognito::UserPoolClient':
      return gatewayId(stackName, logicalId, 26);
    case 'AWS::Cognito::UserPoolGroup':
      return named('GroupName');
    case 'AWS::ApiGateway::RestApi':
      return gatewayId(stackName, logicalId, 10);
    case 'AWS::ApiGateway::Stage':
      return named('StageName');
    case 'AWS::ApiGateway::Resource':
    case 'AWS::ApiGateway::UsagePlan':
    case 'AWS::ApiGateway::Authorizer':
    case 'AWS::ApiGateway::Deployment':
      return gatewayId(stackName, logicalId, 6);
    default:
      return `${stackName}-${logicalId}`;
  }
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
  const arn = (service: string, resource: string): string =>
    `arn:aws:${service}:${region}:${accountId}:${resource}`;
  switch (`${type}.${name}`) {
    case 'AWS::Cognito::UserPool.Arn':
      return arn('cognito-idp', `userpool/${physicalId}`);
    case 'AWS::DynamoDB::Table.Arn':
      return arn('dynamodb', `table/${physicalId}`);
    // On AWS, the label is a time. Here, the stream is looked up by the name of the table.
    case 'AWS::DynamoDB::Table.StreamArn':
      return arn('dynamodb', `table/${physicalId}/stream/local`);
    case 'AWS::Events::EventBus.Arn':
      return arn('events', `event-bus/${physicalId}`);
    case 'AWS::Events::Rule.Arn':
      return arn('events', `rule/${physicalId}`);
    case 'AWS::KMS::Key.Arn':
      return arn('kms', `key/${physicalId}`);
    case 'AWS::SQS::Queue.Arn':
      return arn('sqs', physicalId);
    case 'AWS::SQS::Queue.QueueName':
      return physicalId;
    case 'AWS::Lambda::Function.Arn':
      return arn('lambda', `function:${physicalId}`);
    case 'AWS::Logs::LogGroup.Arn':
      return arn('logs', `log-group:${physicalId}:*`);
    case 'AWS::IAM::Role.Arn':
      return `arn:aws:iam::${accountId}:role/${physicalId}`;
    case 'AWS::ApiGateway::RestApi.RootResourceId':
      return `${physicalId}-root`;
    default:
      return undefined;
  }
};

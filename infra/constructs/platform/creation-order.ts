import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * API Gateway's limit is 10 calls per second and account, which CloudFormation exceeds (aws-cdk issue 15573),
 * and less for some: a deployment in 5 seconds, a usage plan in 20, and a domain in 30
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
const PACED_TYPES = [
  'RestApi',
  'GatewayResponse',
  'Resource',
  'Method',
  'Deployment',
  'UsagePlan',
  'DomainName',
].map((name) => `AWS::ApiGateway::${name}`);

/**
 * How many of a type are created at once. A method takes CloudFormation some two seconds and up to five
 * calls, and there are more of them than of all others together.
 */
const AT_ONCE: Readonly<Record<string, number>> = { 'AWS::ApiGateway::Method': 2 };

/** Makes CloudFormation create, and delete, API Gateway's resources of each type one or two at a time. */
export const paceApiCreation = (scope: IConstruct): void => {
  const resources = scope.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  for (const type of PACED_TYPES) {
    const paced = resources.filter(({ cfnResourceType }) => cfnResourceType === type);
    for (const [index, resource] of paced.entries()) {
      const previous = paced[index - (AT_ONCE[type] ?? 1)];
      // A path already refers to its parent.
      if (previous !== undefined && resource.node.scope?.node.scope !== previous.node.scope) {
        resource.addResourceDependency(previous);
      }
    }
  }
};

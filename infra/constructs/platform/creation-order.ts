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

/** Makes CloudFormation create, and delete, API Gateway's resources of each type one after the other. */
export const paceApiCreation = (scope: IConstruct): void => {
  const resources = scope.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  for (const type of PACED_TYPES) {
    const paced = resources.filter(({ cfnResourceType }) => cfnResourceType === type);
    for (const [index, resource] of paced.entries()) {
      const previous = paced[index - 1];
      // A path already refers to its parent.
      if (previous !== undefined && resource.node.scope?.node.scope !== previous.node.scope) {
        resource.addResourceDependency(previous);
      }
    }
  }
};

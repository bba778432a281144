import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { acknowledge } from '../platform/acknowledge.ts';

/** Allows an action of API Gateway's control plane. */
export const controlPlaneStatement = (action: string, paths: readonly string[]): PolicyStatement =>
  new PolicyStatement({
    actions: [action],
    resources: paths.map((path) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`),
  });

/** Allows creating gateway keys in usage plans, and completing interrupted creations. */
export const keyCreationStatements = (usagePlanIds: readonly string[]): readonly PolicyStatement[] => {
  const paths = ['/apikeys', ...usagePlanIds.map((id) => `/usageplans/${id}/keys`)];
  return ['apigateway:POST', 'apigateway:GET'].map((action) => controlPlaneStatement(action, paths));
};

/** Grants creating and deleting the gateway keys that meter clients. */
export const grantGatewayKeys = (handler: LambdaFunction, usagePlanIds: readonly string[]): void => {
  for (const statement of keyCreationStatements(usagePlanIds)) handler.addToRolePolicy(statement);
  handler.addToRolePolicy(controlPlaneStatement('apigateway:DELETE', ['/apikeys/*']));
  if (handler.role !== undefined) {
    acknowledge(handler.role, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]':
        'API Gateway names its keys itself, so that those of this service cannot be told by their ARN.',
    });
  }
};

import {
  AuthorizationType,
  LambdaIntegration,
  type MethodDeploymentOptions,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { OPENAPI_PATH } from '../../shared/contract/openapi-route.ts';
import { ROUTE_METHODS } from '../../shared/contract/routes.ts';
import type { StageConfig } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import { addMethodNotAllowed } from './method-not-allowed.ts';
import { ServiceFunction } from './service-function.ts';

export interface OpenApiProps {
  readonly api: RestApi;
  readonly config: StageConfig;
}

const PUBLIC =
  'The document is the same for everybody and holds no data. Its methods are throttled by themselves.';

/**
 * Throttling of the OpenAPI document, for all clients together. No usage plan limits requests without a key,
 * and they must not use up the account's request rate.
 */
export const OPENAPI_THROTTLING: Readonly<Record<string, MethodDeploymentOptions>> = Object.fromEntries(
  ROUTE_METHODS.map((method) => [
    `${OPENAPI_PATH}/${method}`,
    // Settings of a method replace those of the stage:
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-stages.html
    { throttlingRateLimit: 10, throttlingBurstLimit: 20, metricsEnabled: true },
  ]),
);

/**
 * Serves the OpenAPI document from the function's own bundle; the function has no access to any data.
 */
export const addOpenApi = (scope: Construct, { api, config }: OpenApiProps): void => {
  const { function: handler } = new ServiceFunction(scope, 'ServeOpenApi', {
    functionName: 'serve-openapi',
    description: 'Serves the OpenAPI document',
    config,
  });
  const integration = new LambdaIntegration(handler, { allowTestInvoke: false });
  const resource = api.root.resourceForPath(OPENAPI_PATH);
  for (const each of ROUTE_METHODS) {
    const method = resource.addMethod(each, integration, { authorizationType: AuthorizationType.NONE });
    acknowledge(method, { 'AwsSolutions-APIG4': PUBLIC, 'AwsSolutions-COG4': PUBLIC });
  }
  addMethodNotAllowed(resource, ROUTE_METHODS.join(', '));
};

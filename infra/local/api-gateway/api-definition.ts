import { z } from 'zod';
import { ignored, readProperties } from '../assembly/read-properties.ts';
import type { Resource, Stack } from '../assembly/stack.ts';
import { StartError } from '../process/start-error.ts';
import { type GatewayResponses, readGatewayResponses } from './gateway-responses.ts';
import { type MockIntegration, mockIntegrationSchema, readMockIntegration } from './mock-integration.ts';
import { createRouter, type Router } from './router.ts';

/** One method of one resource. */
export interface MethodDefinition {
  /** As in the template: `GET`, or `ANY`. */
  readonly httpMethod: string;
  readonly resourceId: string;
  /** With placeholders: `/v1/person/{id}`. */
  readonly resourcePath: string;
  readonly isApiKeyRequired: boolean;
  /** ARN of the function that authorizes calls, if one does. */
  readonly authorizerArn: string | undefined;
  readonly integration: LambdaIntegration | { readonly mock: MockIntegration };
}

export interface LambdaIntegration {
  readonly functionArn: string;
  readonly timeoutMilliseconds: number;
}

/** A REST API and its one stage. */
export interface ApiDefinition {
  readonly apiId: string;
  readonly accountId: string;
  readonly region: string;
  readonly stage: string;
  /** Bodies of this many bytes or more are compressed; `undefined` never does. */
  readonly minimumCompressionSize: number | undefined;
  readonly router: Router<MethodDefinition>;
  readonly gatewayResponses: GatewayResponses;
  readonly accessLogFormat: string | undefined;
}

/** What API Gateway waits for an integration, unless a method says less. */
const INTEGRATION_MILLISECONDS = 29_000;

const restApiSchema = z.strictObject({
  ApiKeySourceType: z.literal('AUTHORIZER'),
  MinimumCompressionSize: z.number().optional(),
  Name: ignored(),
  Description: ignored(),
  EndpointConfiguration: ignored(),
  Tags: ignored(),
});

const resourceSchema = z.strictObject({
  ParentId: z.string(),
  PathPart: z.string().regex(/^(?:[\w.~-]+|\{\w+\})$/, 'is not a literal or a {variable}'),
  RestApiId: ignored(),
});

const functionUri = z
  .string()
  .regex(/:lambda:path\/2015-03-31\/functions\/[^/]+\/invocations$/, 'does not name a function')
  .transform((uri) => /\/functions\/([^/]+)\/invocations$/.exec(uri)?.[1] ?? '');

const methodSchema = z.strictObject({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  ApiKeyRequired: z.boolean().default(false),
  AuthorizationType: z.enum(['CUSTOM', 'NONE']),
  AuthorizerId: z.string().optional(),
  Integration: z.discriminatedUnion('Type', [
    z.strictObject({
      Type: z.literal('AWS_PROXY'),
      IntegrationHttpMethod: z.literal('POST'),
      Uri: functionUri,
      TimeoutInMillis: z.number().default(INTEGRATION_MILLISECONDS),
    }),
    mockIntegrationSchema,
  ]),
  MethodResponses: ignored(),
  OperationName: ignored(),
  RestApiId: ignored(),
});

const authorizerSchema = z.strictObject({
  Type: z.literal('REQUEST'),
  AuthorizerUri: functionUri,
  AuthorizerResultTtlInSeconds: z.literal(0),
  Name: ignored(),
  RestApiId: ignored(),
});

const stageSchema = z.strictObject({
  StageName: z.string(),
  AccessLogSetting: z.strictObject({ Format: z.string(), DestinationArn: ignored() }).optional(),
  DeploymentId: ignored(),
  // Metrics and tracing; throttling by stage would have to be honoured.
  MethodSettings: z
    .array(
      z.strictObject({
        HttpMethod: ignored(),
        ResourcePath: ignored(),
        DataTraceEnabled: ignored(),
        LoggingLevel: ignored(),
        MetricsEnabled: ignored(),
      }),
    )
    .optional(),
  RestApiId: ignored(),
  Tags: ignored(),
  TracingEnabled: ignored(),
});

const only = (resources: readonly Resource[], kind: string): Resource => {
  const [resource] = resources;
  if (resource !== undefined && resources.length === 1) return resource;
  throw new StartError(`The local runner runs one ${kind}; the stack has ${resources.length}.`);
};

/** Paths by resource id, however the template orders parents and children. */
const readPaths = (stack: Stack, restApiId: string): ReadonlyMap<string, string> => {
  const paths = new Map([[`${restApiId}-root`, '']]);
  let rest = stack.resourcesOf('AWS::ApiGateway::Resource');
  while (rest.length > 0) {
    const orphans = rest.filter((resource) => {
      const { ParentId: parent, PathPart: part } = readProperties(resource, resourceSchema);
      const parentPath = paths.get(parent);
      if (parentPath !== undefined) paths.set(resource.physicalId, `${parentPath}/${part}`);
      return parentPath === undefined;
    });
    const [first] = orphans;
    if (first !== undefined && orphans.length === rest.length) {
      throw new StartError(`The parent of the resource ${first.logicalId} is not in the stack.`);
    }
    rest = orphans;
  }
  return paths;
};

const readRouter = (stack: Stack, restApiId: string): Router<MethodDefinition> => {
  const paths = readPaths(stack, restApiId);
  const authorizers = new Map(
    stack
      .resourcesOf('AWS::ApiGateway::Authorizer')
      .map((resource) => [resource.physicalId, readProperties(resource, authorizerSchema).AuthorizerUri]),
  );
  const router = createRouter<MethodDefinition>();
  for (const resource of stack.resourcesOf('AWS::ApiGateway::Method')) {
    const method = readProperties(resource, methodSchema);
    const path = paths.get(method.ResourceId);
    const authorizerArn =
      method.AuthorizationType === 'CUSTOM' ? authorizers.get(method.AuthorizerId ?? '') : undefined;
    if (path === undefined || (method.AuthorizationType === 'CUSTOM' && authorizerArn === undefined)) {
      throw new StartError(`The method ${resource.logicalId} has no resource or no authorizer in the stack.`);
    }
    const resourcePath = path === '' ? '/' : path;
    router.add(method.HttpMethod, resourcePath, {
      httpMethod: method.HttpMethod,
      resourceId: method.ResourceId,
      resourcePath,
      isApiKeyRequired: method.ApiKeyRequired,
      authorizerArn,
      integration:
        method.Integration.Type === 'MOCK'
          ? { mock: readMockIntegration(resource, method.Integration) }
          : {
              functionArn: method.Integration.Uri,
              timeoutMilliseconds: method.Integration.TimeoutInMillis,
            },
    });
  }
  return router;
};

/**
 * Reads the one REST API of the stack.
 *
 * @throws StartError naming the first resource that cannot run locally as it is declared
 */
export const readApi = (stack: Stack): ApiDefinition => {
  const restApi = only(stack.resourcesOf('AWS::ApiGateway::RestApi'), 'REST API');
  const properties = readProperties(restApi, restApiSchema);
  const stage = readProperties(only(stack.resourcesOf('AWS::ApiGateway::Stage'), 'stage'), stageSchema);
  return {
    apiId: restApi.physicalId,
    accountId: stack.account.accountId,
    region: stack.account.region,
    stage: stage.StageName,
    minimumCompressionSize: properties.MinimumCompressionSize,
    router: readRouter(stack, restApi.physicalId),
    gatewayResponses: readGatewayResponses(stack.resourcesOf('AWS::ApiGateway::GatewayResponse')),
    accessLogFormat: stage.AccessLogSetting?.Format.trim(),
  };
};

import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource, Stack } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';
import type { Throttle } from '../keys/token-bucket.ts';
import { requirePlainTemplate } from './context-variables.ts';
import { type GatewayResponses, readGatewayResponses } from './gateway-responses.ts';
import { type MethodSettings, methodSettingsSchema, throttleOf } from './method-settings.ts';
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
  /** Across all callers. */
  readonly throttle: Throttle | undefined;
  readonly authorizer: AuthorizerDefinition | undefined;
  readonly integration: { readonly functionArn: string } | { readonly mock: MockIntegration };
}

/** A function that authorizes each request, or the tokens of a user pool. */
export type AuthorizerDefinition =
  | { readonly functionArn: string }
  | {
      readonly userPoolArns: readonly string[];
      /** Pattern for the audience of a token. */
      readonly audience: RegExp | undefined;
    };

/** A REST API and its stage. */
export interface ApiDefinition {
  readonly apiId: string;
  readonly accountId: string;
  readonly region: string;
  readonly stage: string;
  /** Bodies of at least this many bytes are compressed; `undefined` compresses none. */
  readonly minimumCompressionSize: number | undefined;
  readonly router: Router<MethodDefinition>;
  readonly gatewayResponses: GatewayResponses;
  readonly accessLogFormat: string | undefined;
}

const restApiSchema = z.strictObject({
  ApiKeySourceType: z.literal('AUTHORIZER').optional(),
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
  AuthorizationType: z.enum(['COGNITO_USER_POOLS', 'CUSTOM', 'NONE']),
  AuthorizerId: z.string().optional(),
  Integration: z.discriminatedUnion('Type', [
    z.strictObject({
      Type: z.literal('AWS_PROXY'),
      IntegrationHttpMethod: z.literal('POST'),
      Uri: functionUri,
    }),
    mockIntegrationSchema,
  ]),
  MethodResponses: ignored(),
  RestApiId: ignored(),
});

const authorizerSchema = z.discriminatedUnion('Type', [
  z.strictObject({
    Type: z.literal('REQUEST'),
    AuthorizerUri: functionUri,
    AuthorizerResultTtlInSeconds: z.literal(0),
    Name: ignored(),
    RestApiId: ignored(),
  }),
  z.strictObject({
    Type: z.literal('COGNITO_USER_POOLS'),
    ProviderARNs: z.array(z.string()).min(1),
    IdentitySource: z.literal('method.request.header.Authorization'),
    IdentityValidationExpression: z.string().optional(),
    AuthorizerResultTtlInSeconds: z.literal(0),
    Name: ignored(),
    RestApiId: ignored(),
  }),
]);

const stageSchema = z.strictObject({
  StageName: z.string(),
  AccessLogSetting: z.strictObject({ Format: z.string(), DestinationArn: ignored() }).optional(),
  DeploymentId: ignored(),
  MethodSettings: methodSettingsSchema,
  RestApiId: ignored(),
  Tags: ignored(),
  TracingEnabled: ignored(),
});

const readAuthorizer = (resource: Resource): AuthorizerDefinition => {
  const properties = readProperties(resource, authorizerSchema);
  if (properties.Type === 'REQUEST') return { functionArn: properties.AuthorizerUri };
  const { ProviderARNs: userPoolArns, IdentityValidationExpression: expression } = properties;
  return { userPoolArns, audience: expression === undefined ? undefined : new RegExp(expression) };
};

/** An API's resources of one type. */
const resourcesOfApi = (
  stack: Stack,
  type: Parameters<Stack['resourcesOf']>[0],
  restApiId: string,
): readonly Resource[] =>
  stack.resourcesOf(type).filter(({ properties }) => properties['RestApiId'] === restApiId);

/** Paths by resource id. Parents need not precede their children in the template. */
const readPaths = (stack: Stack, restApiId: string): ReadonlyMap<string, string> => {
  const paths = new Map([[`${restApiId}-root`, '']]);
  let rest = resourcesOfApi(stack, 'AWS::ApiGateway::Resource', restApiId);
  while (rest.length > 0) {
    const orphans = rest.filter((resource) => {
      const { ParentId: parent, PathPart: part } = readProperties(resource, resourceSchema);
      const parentPath = paths.get(parent);
      if (parentPath !== undefined) paths.set(resource.physicalId, `${parentPath}/${part}`);
      return parentPath === undefined;
    });
    const [first] = orphans;
    if (first !== undefined && orphans.length === rest.length) {
      throw new StartError(`The stack lacks the parent of the resource ${first.logicalId}.`);
    }
    rest = orphans;
  }
  return paths;
};

const readRouter = (stack: Stack, restApiId: string, settings: MethodSettings): Router<MethodDefinition> => {
  const paths = readPaths(stack, restApiId);
  const authorizers = new Map(
    resourcesOfApi(stack, 'AWS::ApiGateway::Authorizer', restApiId).map(
      (resource) => [resource.physicalId, readAuthorizer(resource)] as const,
    ),
  );
  const router = createRouter<MethodDefinition>();
  for (const resource of resourcesOfApi(stack, 'AWS::ApiGateway::Method', restApiId)) {
    const method = readProperties(resource, methodSchema);
    const path = paths.get(method.ResourceId);
    const isAuthorized = method.AuthorizationType !== 'NONE';
    const authorizer = isAuthorized ? authorizers.get(method.AuthorizerId ?? '') : undefined;
    if (path === undefined || (isAuthorized && authorizer === undefined)) {
      throw new StartError(
        `The stack lacks the resource or the authorizer of the method ${resource.logicalId}.`,
      );
    }
    const resourcePath = path === '' ? '/' : path;
    router.add(method.HttpMethod, resourcePath, {
      httpMethod: method.HttpMethod,
      resourceId: method.ResourceId,
      resourcePath,
      isApiKeyRequired: method.ApiKeyRequired,
      throttle: throttleOf(settings, resourcePath, method.HttpMethod),
      authorizer,
      integration:
        method.Integration.Type === 'MOCK'
          ? { mock: readMockIntegration(resource, method.Integration) }
          : { functionArn: method.Integration.Uri },
    });
  }
  return router;
};

const readApi = (stack: Stack, restApi: Resource): ApiDefinition => {
  const properties = readProperties(restApi, restApiSchema);
  const stages = resourcesOfApi(stack, 'AWS::ApiGateway::Stage', restApi.physicalId);
  const [onlyStage] = stages;
  if (onlyStage === undefined || stages.length > 1) {
    throw new StartError(
      `The API ${restApi.logicalId} has ${stages.length} stages; the local runner supports exactly one.`,
    );
  }
  const stage = readProperties(onlyStage, stageSchema);
  const accessLogFormat = stage.AccessLogSetting?.Format;
  return {
    apiId: restApi.physicalId,
    accountId: stack.account.accountId,
    region: stack.account.region,
    stage: stage.StageName,
    minimumCompressionSize: properties.MinimumCompressionSize,
    router: readRouter(stack, restApi.physicalId, stage.MethodSettings),
    gatewayResponses: readGatewayResponses(
      resourcesOfApi(stack, 'AWS::ApiGateway::GatewayResponse', restApi.physicalId),
    ),
    accessLogFormat: accessLogFormat && requirePlainTemplate(accessLogFormat.trim(), onlyStage.logicalId),
  };
};

/**
 * Reads the REST API whose base address is an output of the stack.
 *
 * @throws StartError naming the first unsupported resource
 */
export const readApiOfOutput = (stack: Stack, output: string): ApiDefinition => {
  const url = stack.outputs[output] ?? '';
  const restApi = stack
    .resourcesOf('AWS::ApiGateway::RestApi')
    .find(({ physicalId }) => url.startsWith(`https://${physicalId}.execute-api.`));
  if (restApi === undefined)
    throw new StartError(`The stack's output ${output} is not the address of one of its APIs.`);
  return readApi(stack, restApi);
};

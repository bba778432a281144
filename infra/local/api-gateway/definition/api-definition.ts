import { z } from 'zod';
import { ignored, readProperties } from '../../assembly/read-properties.ts';
import type { Resource, Stack } from '../../assembly/stack.ts';
import { StartError } from '../../process/start-error.ts';
import type { Throttle } from '../token-bucket.ts';
import { requirePlainTemplate } from './context-variables.ts';
import { readGatewayResponses } from './gateway-responses.ts';
import { type ResponseTemplate, readResponseTemplate, responseProperties } from './response-template.ts';
import { createRouter } from './router.ts';

/** One method of one resource. */
export interface MethodDefinition {
  /** As in the template: `GET`, or `ANY`. */
  readonly httpMethod: string;
  /** With placeholders: `/v1/person/{id}`. */
  readonly resourcePath: string;
  readonly isApiKeyRequired: boolean;
  /** Across all callers. */
  readonly throttle: Throttle | undefined;
  readonly authorizer: AuthorizerDefinition | undefined;
  readonly integration:
    | { readonly functionArn: string }
    /** The mock accepts only these media types. */
    | { readonly mock: ResponseTemplate; readonly mediaTypes: ReadonlySet<string> };
}

/**
 * A function that authorizes each request, or only those with a header (in lower case), or a pattern for the
 * audience of a user pool's tokens.
 */
export type AuthorizerDefinition =
  | { readonly functionArn: string; readonly header: string | undefined }
  | { readonly audience: RegExp };

/** A REST API and its stage. */
export type ApiDefinition = ReturnType<typeof readApiOfOutput>;

const restApiSchema = z.strictObject({
  ApiKeySourceType: z.literal('AUTHORIZER').optional(),
  /** Bodies of at least this many bytes are compressed. */
  MinimumCompressionSize: z.number(),
  /** The runner does not compare media types. */
  BinaryMediaTypes: z.tuple([z.literal('*/*')]).optional(),
  Name: ignored(),
  Description: ignored(),
  EndpointConfiguration: ignored(),
  SecurityPolicy: ignored(),
  EndpointAccessMode: ignored(),
  Tags: ignored(),
});

const resourceSchema = z.strictObject({
  ParentId: z.string(),
  PathPart: z.string().regex(/^(?:[\w.-]+|\{\w+\+?\})$/, 'is not a literal, a {variable} or a {variable+}'),
  RestApiId: ignored(),
});

const functionUri = z
  .string()
  .regex(/:lambda:path\/2015-03-31\/functions\/[^/]+\/invocations$/, 'does not name a function')
  .transform((uri) => uri.split('/').at(-2) ?? '');

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
      Credentials: ignored(),
    }),
    z
      .strictObject({
        Type: z.literal('MOCK'),
        ContentHandling: z.literal('CONVERT_TO_TEXT'),
        RequestTemplates: z.record(z.string(), z.string()),
        PassthroughBehavior: z.literal('NEVER'),
        IntegrationResponses: z.tuple([z.strictObject(responseProperties)]),
      })
      .refine(
        ({ RequestTemplates: request, IntegrationResponses: [{ StatusCode: status }] }) =>
          'application/json' in request &&
          Object.values(request).every((template) => template === `{"statusCode":${status}}`),
        'must have request templates that select the status of its response',
      ),
  ]),
  MethodResponses: ignored(),
  RestApiId: ignored(),
});

const authorizerSchema = z.discriminatedUnion('Type', [
  z.strictObject({
    Type: z.literal('REQUEST'),
    AuthorizerUri: functionUri,
    IdentitySource: z
      .string()
      .regex(/^method\.request\.header\.[\w-]+$/, 'is not a single header')
      .transform((source) => source.slice('method.request.header.'.length).toLowerCase())
      .optional(),
    AuthorizerResultTtlInSeconds: z.literal(0),
    Name: ignored(),
    RestApiId: ignored(),
  }),
  z.strictObject({
    Type: z.literal('COGNITO_USER_POOLS'),
    ProviderARNs: ignored(),
    IdentitySource: z.literal('method.request.header.Authorization'),
    IdentityValidationExpression: z.string(),
    AuthorizerResultTtlInSeconds: z.literal(0),
    Name: ignored(),
    RestApiId: ignored(),
  }),
]);

/** The name of the throttle for methods without one of their own. */
const EVERY_METHOD = '* *';

/**
 * Throttles by method and path, such as `GET /v1/person/{id}`. Templates write the slashes of a path as `~1`.
 */
const methodSettingSchema = z
  .strictObject({
    HttpMethod: z.string().regex(/^(?:\*|[A-Z]+)$/),
    ResourcePath: z.string(),
    ThrottlingRateLimit: z.number(),
    ThrottlingBurstLimit: z.number(),
    DataTraceEnabled: ignored(),
    MetricsEnabled: ignored(),
  })
  .transform(({ HttpMethod, ResourcePath, ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }) => {
    return [`${HttpMethod} ${ResourcePath.slice(1).replaceAll('~1', '/')}`, { rate, burst }] as const;
  });

const stageSchema = z.strictObject({
  StageName: z.string(),
  AccessLogSetting: z.strictObject({ Format: z.string(), DestinationArn: z.string().default('') }),
  DeploymentId: ignored(),
  MethodSettings: z.array(methodSettingSchema).default([]),
  RestApiId: ignored(),
  Tags: ignored(),
  TracingEnabled: ignored(),
});
const readAuthorizer = (resource: Resource): AuthorizerDefinition => {
  const properties = readProperties(resource, authorizerSchema);
  return properties.Type === 'REQUEST'
    ? { functionArn: properties.AuthorizerUri, header: properties.IdentitySource }
    : { audience: new RegExp(properties.IdentityValidationExpression) };
};

/** An API's resources of one type. */
const resourcesOfApi = (
  stack: Stack,
  type: Parameters<Stack['resourcesOf']>[0],
  restApiId: string,
): readonly Resource[] =>
  stack.resourcesOf(type).filter(({ properties }) => properties['RestApiId'] === restApiId);

const readMethods = (
  stack: Stack,
  restApiId: string,
  throttles: ReadonlyMap<string, Throttle>,
): readonly MethodDefinition[] => {
  const resources = new Map(
    resourcesOfApi(stack, 'AWS::ApiGateway::Resource', restApiId).map((resource) => [
      resource.physicalId,
      readProperties(resource, resourceSchema),
    ]),
  );
  const pathOf = (resourceId: string): string => {
    if (resourceId === `${restApiId}-root`) return '';
    const resource = resources.get(resourceId);
    if (resource === undefined) throw new StartError(`The stack lacks a resource of the API ${restApiId}.`);
    return `${pathOf(resource.ParentId)}/${resource.PathPart}`;
  };
  const authorizers = new Map(
    resourcesOfApi(stack, 'AWS::ApiGateway::Authorizer', restApiId).map((resource) => [
      resource.physicalId,
      readAuthorizer(resource),
    ]),
  );
  return resourcesOfApi(stack, 'AWS::ApiGateway::Method', restApiId).map((resource) => {
    const { Integration: integration, ...method } = readProperties(resource, methodSchema);
    const resourcePath = pathOf(method.ResourceId) || '/';
    const authorizer = authorizers.get(method.AuthorizerId ?? '');
    if ((method.AuthorizationType === 'NONE') !== (authorizer === undefined)) {
      throw new StartError(`The method ${resource.logicalId} needs an authorizer of its API.`);
    }
    return {
      httpMethod: method.HttpMethod,
      resourcePath,
      isApiKeyRequired: method.ApiKeyRequired,
      throttle: throttles.get(`${method.HttpMethod} ${resourcePath}`) ?? throttles.get(EVERY_METHOD),
      authorizer,
      integration:
        integration.Type === 'MOCK'
          ? {
              mock: readResponseTemplate(integration.IntegrationResponses[0], resource.logicalId),
              mediaTypes: new Set(Object.keys(integration.RequestTemplates)),
            }
          : { functionArn: integration.Uri },
    };
  });
};

/**
 * Reads the REST API whose base address is an output of the stack.
 *
 * @param localUrl translates an address of the stack into the one on this machine, once that is known
 * @throws StartError naming the first unsupported resource
 */
export const readApiOfOutput = (stack: Stack, output: string, localUrl?: (url: string) => string) => {
  const url = stack.outputs[output] ?? '';
  const restApi = stack
    .resourcesOf('AWS::ApiGateway::RestApi')
    .find(({ physicalId }) => url.startsWith(`https://${physicalId}.execute-api.`));
  if (restApi === undefined)
    throw new StartError(`The stack's output ${output} is not the address of one of its APIs.`);
  const { logicalId, physicalId: apiId } = restApi;
  const [onlyStage, ...otherStages] = resourcesOfApi(stack, 'AWS::ApiGateway::Stage', apiId);
  if (onlyStage === undefined || otherStages.length > 0) {
    throw new StartError(`The API ${logicalId} must have exactly one stage for the local runner.`);
  }
  const stage = readProperties(onlyStage, stageSchema);
  const { MinimumCompressionSize, BinaryMediaTypes } = readProperties(restApi, restApiSchema);
  const responses = resourcesOfApi(stack, 'AWS::ApiGateway::GatewayResponse', apiId);
  return {
    apiId,
    stage: stage.StageName,
    /** The prefix of the ARNs of the API's methods. */
    executeArn: `arn:aws:execute-api:${stack.account.region}:${stack.account.accountId}:${apiId}/${stage.StageName}`,
    minimumCompressionSize: MinimumCompressionSize,
    /** Whether functions get and return bodies in Base64. */
    isBinary: BinaryMediaTypes !== undefined,
    route: createRouter(readMethods(stack, apiId, new Map(stage.MethodSettings))),
    gatewayResponses: readGatewayResponses(responses, logicalId, localUrl),
    /** The name of the log group for the access log. */
    accessLogGroup: stage.AccessLogSetting.DestinationArn.split(':')[6] ?? '',
    accessLogFormat: requirePlainTemplate(stage.AccessLogSetting.Format.trim(), onlyStage.logicalId),
  };
};

import type { APIGatewayEventRequestContext, APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiDefinition, MethodDefinition } from '../definition/api-definition.ts';
import type { GatewayKey } from '../keys/usage-plans.ts';
import type { GatewayRequest, MultiValues } from './request.ts';

/** A request with its route. */
export interface RoutedRequest {
  readonly api: ApiDefinition;
  readonly method: MethodDefinition;
  readonly request: GatewayRequest;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Host and port of the API. */
  readonly domainName: string;
}

/** The decision of an authorizer. */
export interface AuthorizerContext {
  /** As the integration receives them: text, or the claims of a token as a map of text. */
  readonly values: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly usageIdentifierKey: string | undefined;
  readonly milliseconds: number;
  readonly isAllowed: boolean;
}

/** What authorization adds to a request. */
export interface Authorization {
  readonly context?: AuthorizerContext | undefined;
  readonly key?: GatewayKey | undefined;
}

/** The last value of each name, which API Gateway keeps in single-value fields. */
const lastValues = (values: MultiValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

const nullWhenEmpty = <T extends object>(values: T): T | null =>
  Object.keys(values).length > 0 ? values : null;

const headerOf = (request: GatewayRequest, name: string): string | null =>
  Object.entries(request.headers)
    .find(([spelling]) => spelling.toLowerCase() === name)?.[1]
    .at(-1) ?? null;

const identity = (request: GatewayRequest, key: GatewayKey | undefined) => ({
  accessKey: null,
  accountId: null,
  apiKey: key?.value ?? null,
  apiKeyId: key?.id ?? null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp: request.sourceIp,
  user: null,
  userAgent: headerOf(request, 'user-agent'),
  userArn: null,
});

/** Claims of a token come alone; the values of an authorizer function with its latency. */
const authorizerOf = (context: AuthorizerContext | undefined) => {
  if (context === undefined) return {};
  return 'claims' in context.values
    ? context.values
    : { ...context.values, integrationLatency: context.milliseconds };
};

/** As behind a custom domain with an empty base path: `path` has no stage. */
const requestContext = (
  { api, method, request, domainName }: RoutedRequest,
  { context, key }: Authorization,
): APIGatewayEventRequestContext => ({
  accountId: api.accountId,
  apiId: api.apiId,
  authorizer: authorizerOf(context),
  domainName,
  domainPrefix: domainName.split('.')[0] ?? '',
  extendedRequestId: request.id,
  httpMethod: request.method,
  identity: identity(request, key),
  path: request.path,
  protocol: request.protocol,
  requestId: request.id,
  requestTimeEpoch: request.receivedAt.getTime(),
  resourceId: method.resourceId,
  resourcePath: method.resourcePath,
  stage: api.stage,
});

const parameters = ({ request, pathParameters }: RoutedRequest) => ({
  headers: lastValues(request.headers),
  multiValueHeaders: request.headers as Record<string, string[]>,
  queryStringParameters: nullWhenEmpty(lastValues(request.query)),
  multiValueQueryStringParameters: nullWhenEmpty(request.query as Record<string, string[]>),
  pathParameters: nullWhenEmpty(pathParameters),
  stageVariables: null,
});

/** The event of a Lambda proxy integration of a REST API. */
export const proxyEvent = (routed: RoutedRequest, authorization: Authorization): APIGatewayProxyEvent => ({
  resource: routed.method.resourcePath,
  path: routed.request.path,
  httpMethod: routed.request.method,
  ...parameters(routed),
  requestContext: requestContext(routed, authorization),
  body: routed.request.body.length === 0 ? null : routed.request.body.toString('utf8'),
  isBase64Encoded: false,
});

/** The ARN of the requested method, for an authorizer's policy. */
export const methodArn = ({ api, request }: RoutedRequest): string =>
  `arn:aws:execute-api:${api.region}:${api.accountId}:${api.apiId}/${api.stage}/${request.method}${request.path}`;

/** The event of a REQUEST authorizer, in which absent parameters are empty objects instead of null. */
export const authorizerEvent = (routed: RoutedRequest) => {
  const { queryStringParameters, multiValueQueryStringParameters, pathParameters, ...headers } =
    parameters(routed);
  return {
    type: 'REQUEST',
    methodArn: methodArn(routed),
    resource: routed.method.resourcePath,
    path: routed.request.path,
    httpMethod: routed.request.method,
    ...headers,
    queryStringParameters: queryStringParameters ?? {},
    multiValueQueryStringParameters: multiValueQueryStringParameters ?? {},
    pathParameters: pathParameters ?? {},
    stageVariables: {},
    requestContext: requestContext(routed, {}),
  };
};

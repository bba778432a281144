import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { KeyDescription } from '../../../functions/http/key-principal.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';

export interface ProxyRequest {
  readonly organizationId: string;
  readonly resource: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly permissions?: string;
  /** Present in the authorizer's answer to `GET /v1/key`. */
  readonly key?: KeyDescription;
}

/** The event that API Gateway sends to a route's function for an authorized request. */
export const proxyEvent = (request: ProxyRequest): APIGatewayProxyEvent => {
  const path = request.resource.replace('{id}', request.id ?? '');
  const query = request.query ?? {};
  return {
    resource: request.resource,
    path,
    httpMethod: 'GET',
    headers: { 'X-Forwarded-Proto': 'https' },
    multiValueHeaders: { 'X-Forwarded-Proto': ['https'] },
    queryStringParameters: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    ),
    multiValueQueryStringParameters: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, [value].flat()]),
    ),
    pathParameters: request.id === undefined ? null : { id: request.id },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      authorizer: {
        organizationId: request.organizationId,
        keyId: 'key',
        permissions: request.permissions ?? PERMISSIONS.join(),
        ...(request.key === undefined ? {} : { key: JSON.stringify(request.key) }),
      },
      domainName: 'api.example',
      httpMethod: 'GET',
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: null,
        userArn: null,
      },
      path: `/stage${path}`,
      protocol: 'HTTP/1.1',
      requestId: 'request-1',
      requestTimeEpoch: 0,
      resourceId: 'resource',
      resourcePath: request.resource,
      stage: 'stage',
    },
  };
};

/** A Lambda context with ten seconds remaining. */
export const lambdaContext = (): Context => ({
  awsRequestId: 'invocation-1',
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'function',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:region:000000000000:function:function',
  logGroupName: 'group',
  logStreamName: 'stream',
  memoryLimitInMB: '512',
  // Lambda's longest: no test depends on how fast the machine is.
  getRemainingTimeInMillis: () => 900_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});

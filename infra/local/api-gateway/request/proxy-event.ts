import type { APIGatewayEventRequestContext, APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiDefinition, MethodDefinition } from '../definition/api-definition.ts';
import type { GatewayRequest, MultiValues } from './request.ts';

/** A request with its route. */
export interface RoutedRequest {
  readonly api: ApiDefinition;
  readonly method: MethodDefinition;
  readonly request: GatewayRequest;
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Where clients reach the API. */
  readonly url: URL;
}

/** What an authorizer tells the function: text, or the claims of a token as a map of text. */
export type AuthorizerValues = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The last value of each name, which API Gateway keeps in single-value fields. */
const lastValues = (values: MultiValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.at(-1) ?? '']));

/**
 * Returns the fields as behind a custom domain whose base path is the path of the URL: `path` has no stage.
 */
const commonFields = ({ method, request, url }: RoutedRequest) => ({
  resource: method.resourcePath,
  path: request.path,
  httpMethod: request.method,
  headers: lastValues(request.headers),
  multiValueHeaders: request.headers,
  requestContext: {
    domainName: url.host,
    identity: { sourceIp: request.sourceIp },
    path: url.pathname.replace(/\/$/, '') + request.path,
    requestId: request.id,
  },
});

const nullWhenEmpty = <T extends object>(values: T): T | null =>
  Object.keys(values).length > 0 ? values : null;

type ProxyEvent = Partial<Omit<APIGatewayProxyEvent, 'requestContext'>> & {
  readonly requestContext: Partial<Omit<APIGatewayEventRequestContext, 'identity'>>;
};

/** The fields that functions read of the event of a Lambda proxy integration of a REST API. */
export const proxyEvent = (routed: RoutedRequest, authorizer: AuthorizerValues) => {
  const { requestContext, ...fields } = commonFields(routed);
  const { body, query } = routed.request;
  const { isBinary } = routed.api;
  return {
    ...fields,
    queryStringParameters: nullWhenEmpty(lastValues(query)),
    multiValueQueryStringParameters: nullWhenEmpty(query),
    pathParameters: nullWhenEmpty(routed.pathParameters),
    requestContext: { ...requestContext, authorizer },
    body: body.length === 0 ? null : body.toString(isBinary ? 'base64' : 'utf8'),
    isBase64Encoded: isBinary && body.length > 0,
  } satisfies ProxyEvent;
};

/** The ARN of the requested method, for an authorizer's policy. */
export const methodArn = ({ api, request }: RoutedRequest): string =>
  `${api.executeArn}/${request.method}${request.path}`;

/** The fields that the authorizer reads of the event of a REQUEST authorizer. */
export const authorizerEvent = (routed: RoutedRequest) => ({
  type: 'REQUEST',
  multiValueQueryStringParameters: nullWhenEmpty(routed.request.query),
  methodArn: methodArn(routed),
  ...commonFields(routed),
});

import {
  AuthorizationType,
  ContentHandling,
  type IResource,
  type Method,
  type MethodOptions,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { PROBLEM_CONTENT_TYPE } from '../../../shared/contract/problems.ts';
import { SECURITY_HEADERS } from '../../../shared/contract/security-headers.ts';
import { acknowledgePublic } from './acknowledge.ts';
import { METHOD_NOT_ALLOWED_TEMPLATE, staticHeaders } from './gateway-responses.ts';

const responseHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> => ({
  ...staticHeaders({
    ...headers,
    'Content-Type': PROBLEM_CONTENT_TYPE,
    'Cache-Control': 'no-store',
    ...SECURITY_HEADERS,
  }),
  'X-Request-Id': 'context.requestId',
});

/**
 * Media types that clients send. API Gateway chooses the template by the exact type, and has no wildcard:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-passthrough-behaviors.html
 */
const MEDIA_TYPES = [
  'application/json',
  'application/merge-patch+json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'text/html',
  'text/plain',
  'text/xml',
];

/** Why unsupported methods are public. */
export const NOTHING_TO_AUTHORIZE =
  'Says only that the method does not exist: there is nothing to authorize.';

const methodResponse = (name: string): string => `method.response.header.${name}`;

interface StaticProblem {
  readonly status: string;
  /** The body. */
  readonly template: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Responds with a problem document to all methods of a resource that no other declares, without invoking a
 * function: a mock integration behind `ANY`, which API Gateway matches last.
 */
export const addStaticProblem = (
  resource: IResource,
  { status, template, headers: others = {} }: StaticProblem,
  options: MethodOptions,
): Method => {
  const headers = responseHeaders(others);
  return resource.addMethod(
    'ANY',
    new MockIntegration({
      // Otherwise an API with binary media types fails to apply the template, with a 500.
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      // The mock has no status for other media types. NEVER rejects them with the gateway response
      // UNSUPPORTED_MEDIA_TYPE.
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: Object.fromEntries(MEDIA_TYPES.map((type) => [type, `{"statusCode":${status}}`])),
      integrationResponses: [
        {
          statusCode: status,
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [methodResponse(name), value]),
          ),
          responseTemplates: { 'application/json': template },
        },
      ],
    }),
    {
      ...options,
      methodResponses: [
        {
          statusCode: status,
          responseParameters: Object.fromEntries(
            Object.keys(headers).map((name) => [methodResponse(name), true]),
          ),
        },
      ],
    },
  );
};

/** Responds to unsupported methods of a resource with 405 and `Allow`. */
export const addMethodNotAllowed = (resource: IResource, allowedMethods: string): void => {
  const method = addStaticProblem(
    resource,
    { status: '405', template: METHOD_NOT_ALLOWED_TEMPLATE, headers: { Allow: allowedMethods } },
    { authorizationType: AuthorizationType.NONE, apiKeyRequired: false },
  );
  acknowledgePublic(method, NOTHING_TO_AUTHORIZE);
};

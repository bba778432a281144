import {
  AuthorizationType,
  ContentHandling,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { PROBLEM_CONTENT_TYPE } from '../../../shared/contract/problems.ts';
import { SECURITY_HEADERS } from '../../../shared/contract/security-headers.ts';
import { acknowledgePublic } from './acknowledge.ts';
import { METHOD_NOT_ALLOWED_TEMPLATE, staticHeaders } from './gateway-responses.ts';

const responseHeaders = (allowedMethods: string): Record<string, string> => ({
  ...staticHeaders({
    Allow: allowedMethods,
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

/**
 * Responds to unsupported methods of a resource with 405 and `Allow`, without invoking a function: a mock
 * integration behind `ANY`, which API Gateway matches last.
 */
export const addMethodNotAllowed = (resource: IResource, allowedMethods: string): void => {
  const headers = responseHeaders(allowedMethods);
  const method = resource.addMethod(
    'ANY',
    new MockIntegration({
      // Otherwise an API with binary media types fails to apply the template, with a 500.
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      // The mock has no status for other media types. NEVER rejects them with the gateway response
      // UNSUPPORTED_MEDIA_TYPE.
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: Object.fromEntries(MEDIA_TYPES.map((type) => [type, '{"statusCode":405}'])),
      integrationResponses: [
        {
          statusCode: '405',
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [methodResponse(name), value]),
          ),
          responseTemplates: { 'application/json': METHOD_NOT_ALLOWED_TEMPLATE },
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      apiKeyRequired: false,
      methodResponses: [
        {
          statusCode: '405',
          responseParameters: Object.fromEntries(
            Object.keys(headers).map((name) => [methodResponse(name), true]),
          ),
        },
      ],
    },
  );
  acknowledgePublic(method, NOTHING_TO_AUTHORIZE);
};

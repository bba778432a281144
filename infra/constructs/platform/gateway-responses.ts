import { GatewayResponse, type IRestApi, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { RATE_LIMIT_POLICY_HEADER } from '../../../shared/contract/keys/rate-limit-policy.ts';
import {
  INTERNAL_ERROR_DETAIL,
  PROBLEM_CONTENT_TYPE,
  type ProblemName,
  problemDocument,
  problemStatus,
  UNAVAILABLE_DETAIL,
  UNAVAILABLE_RETRY_AFTER,
} from '../../../shared/contract/problems.ts';
import { METHOD_NOT_ALLOWED_DETAIL } from '../../../shared/contract/route-problems.ts';
import { SECURITY_HEADERS } from '../../../shared/contract/security-headers.ts';

/** A problem document that API Gateway returns. */
export interface GatewayProblem {
  readonly problem: ProblemName;
  /** May contain `$context` variables, which the gateway replaces. */
  readonly detail: string;
  /** Additional headers, with static values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the document, or others for its own. May contain `$context` variables, too. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A function that Lambda throttles is also one: https://repost.aws/knowledge-center/api-gateway-500-error */
const INTERNAL: GatewayProblem = {
  problem: 'internal-error',
  detail: INTERNAL_ERROR_DETAIL,
  headers: { 'Retry-After': UNAVAILABLE_RETRY_AFTER },
};

const UNAVAILABLE: GatewayProblem = {
  problem: 'service-unavailable',
  detail: UNAVAILABLE_DETAIL,
  headers: { 'Retry-After': UNAVAILABLE_RETRY_AFTER },
};

/** The errors of API Gateway that differ between the two APIs. */
export interface GatewayProblems {
  /** Points clients to the known paths. */
  readonly unknownPath: string;
  /** Missing or invalid credentials. */
  readonly unauthorized: GatewayProblem;
  /** Valid credentials without the required permission. */
  readonly accessDenied: GatewayProblem;
  /** An unsupported method, in a request that is not JSON. */
  readonly unsupportedMediaType: GatewayProblem;
  readonly throttled: string;
  /** Whether the API has usage plans, whose limits are known once the API key is verified. */
  readonly hasUsagePlans: boolean;
}

/** The 405 of an API whose paths all have the same methods, which it lists. */
export const methodNotAllowed = (allowedMethods: string): GatewayProblem => ({
  problem: 'method-not-allowed',
  detail: METHOD_NOT_ALLOWED_DETAIL,
  headers: { Allow: allowedMethods },
});

const OF_USAGE_PLANS: Readonly<Record<string, GatewayProblem>> = {
  QUOTA_EXCEEDED: {
    problem: 'quota-exceeded',
    // Agents see no headers.
    detail:
      'The daily quota of this API key is used up. ' +
      'Retry after $context.authorizer.quotaResetSeconds seconds, at midnight UTC.',
  },
  // The authorizer accepted the key, but the gateway does not know its usage plan yet: the key is new.
  INVALID_API_KEY: {
    problem: 'service-unavailable',
    detail: 'This API key is not active yet: a new key takes a few seconds. Retry after 5 seconds.',
    headers: { 'Retry-After': '5' },
  },
};

/** Problems by the type of the gateway response. Types that are not among them have those of `DEFAULT_…`. */
const problems = (messages: GatewayProblems): Readonly<Record<string, GatewayProblem>> => {
  const unknownPath: GatewayProblem = { problem: 'not-found', detail: messages.unknownPath };
  return {
    // API Gateway does not tell which it was.
    DEFAULT_4XX: {
      problem: 'invalid-request',
      detail:
        'The request was refused before it reached an operation. Its URL must be percent-encoded UTF-8 ' +
        'without a bare `%`, its headers must have at most 10,240 bytes in all, and its `Host` must be ' +
        'the host name of this API.',
    },
    UNAUTHORIZED: messages.unauthorized,
    ACCESS_DENIED: messages.accessDenied,
    WAF_FILTERED: { problem: 'forbidden', detail: 'A firewall rule blocked this request.' },
    // API Gateway reports an unknown path as "missing authentication token", and reads any Authorization
    // header on it as an AWS signature.
    MISSING_AUTHENTICATION_TOKEN: unknownPath,
    RESOURCE_NOT_FOUND: unknownPath,
    INVALID_SIGNATURE: unknownPath,
    EXPIRED_TOKEN: unknownPath,
    UNSUPPORTED_MEDIA_TYPE: messages.unsupportedMediaType,
    THROTTLED: {
      problem: 'rate-limit-exceeded',
      detail: messages.throttled,
      headers: { 'Retry-After': '1' },
    },
    ...(messages.hasUsagePlans ? OF_USAGE_PLANS : {}),
    DEFAULT_5XX: INTERNAL,
    API_CONFIGURATION_ERROR: INTERNAL,
    // The authorizer could not read the table, timed out or was throttled.
    AUTHORIZER_CONFIGURATION_ERROR: UNAVAILABLE,
    AUTHORIZER_FAILURE: UNAVAILABLE,
    INTEGRATION_FAILURE: UNAVAILABLE,
    INTEGRATION_TIMEOUT: {
      problem: 'timeout',
      detail: 'The service did not respond in time. Retry the request.',
      headers: { 'Retry-After': UNAVAILABLE_RETRY_AFTER },
    },
  };
};

/** A mapping template; the gateway replaces `$context.requestId`. */
export const problemTemplate = ({ problem, detail, members }: GatewayProblem): string =>
  JSON.stringify({ ...problemDocument(problem, detail, '$context.requestId'), ...members });

/** The body of the 405 response to unsupported methods. */
export const METHOD_NOT_ALLOWED_TEMPLATE = problemTemplate({
  problem: 'method-not-allowed',
  detail: METHOD_NOT_ALLOWED_DETAIL,
});

/** Errors after the API key is verified, when the limits of its plan are known. */
const AFTER_AUTHORIZATION: ReadonlySet<string> = new Set([
  'ACCESS_DENIED',
  'THROTTLED',
  'QUOTA_EXCEEDED',
  'INVALID_API_KEY',
  'INTEGRATION_FAILURE',
  'INTEGRATION_TIMEOUT',
]);

/** API Gateway expects static header values in single quotes. */
export const staticHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));

/** CDK's `RestApi` may have an undefined deployment, which the type of CDK's parameters excludes. */
export const exactApi = (api: RestApi): IRestApi => api as IRestApi;

/** Makes API Gateway return its own errors as problem documents. */
export const addProblemResponses = (scope: Construct, api: RestApi, messages: GatewayProblems): void => {
  for (const [type, answer] of Object.entries(problems(messages))) {
    new GatewayResponse(scope, `Problem-${type}`, {
      restApi: exactApi(api),
      type: ResponseType.of(type),
      statusCode: String(problemStatus(answer.problem)),
      responseHeaders: {
        ...staticHeaders({
          'Content-Type': PROBLEM_CONTENT_TYPE,
          'Cache-Control': 'no-store',
          ...SECURITY_HEADERS,
          ...answer.headers,
        }),
        'X-Request-Id': 'context.requestId',
        ...(messages.hasUsagePlans && AFTER_AUTHORIZATION.has(type)
          ? { [RATE_LIMIT_POLICY_HEADER]: 'context.authorizer.rateLimitPolicy' }
          : {}),
        ...(messages.hasUsagePlans && type === 'QUOTA_EXCEEDED'
          ? { 'Retry-After': 'context.authorizer.quotaResetSeconds' }
          : {}),
      },
      templates: { 'application/json': problemTemplate(answer) },
    });
  }
};

import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  INTERNAL_ERROR_DETAIL,
  PROBLEM_CONTENT_TYPE,
  type ProblemName,
  problemDocument,
  problemStatus,
  UNAVAILABLE_DETAIL,
  UNAVAILABLE_RETRY_AFTER,
} from '../../shared/contract/problems.ts';
import { RATE_LIMIT_POLICY_HEADER } from '../../shared/contract/rate-limit-policy.ts';

interface GatewayProblem {
  readonly problem: ProblemName;
  /** May hold `$context` variables, which the gateway replaces. */
  readonly detail: string;
  /** Further headers, with static values. */
  readonly headers?: Readonly<Record<string, string>>;
}

const INTERNAL: GatewayProblem = {
  problem: 'internal-error',
  detail: INTERNAL_ERROR_DETAIL,
};

const UNKNOWN_PATH: GatewayProblem = {
  problem: 'not-found',
  detail: 'There is no such path. Paths start with /v1/; see the documentation for the operations.',
};

const UNAUTHORIZED: GatewayProblem = {
  problem: 'unauthorized',
  detail: 'Send a valid API key in the header X-Api-Key, exactly once and without anything around it.',
  headers: { 'WWW-Authenticate': 'ApiKey realm="sales-data", header="X-Api-Key"' },
};

const METHOD_NOT_ALLOWED_DETAIL = 'This path can only be read: use GET or HEAD.';

const problems = (allowedMethods: string): ReadonlyMap<ResponseType, GatewayProblem> =>
  new Map<ResponseType, GatewayProblem>([
    [ResponseType.DEFAULT_4XX, { problem: 'invalid-request', detail: 'The request is not valid.' }],
    [ResponseType.BAD_REQUEST_BODY, { problem: 'invalid-request', detail: 'The request body is not valid.' }],
    [
      ResponseType.BAD_REQUEST_PARAMETERS,
      { problem: 'invalid-request', detail: 'The request parameters are not valid.' },
    ],
    [ResponseType.UNAUTHORIZED, UNAUTHORIZED],
    [
      ResponseType.ACCESS_DENIED,
      {
        problem: 'forbidden',
        detail:
          'This API key lacks the permission $context.authorizer.missingPermission, which this operation needs. An admin of your organization can grant it.',
      },
    ],
    [ResponseType.WAF_FILTERED, { problem: 'forbidden', detail: 'A firewall rule refused this request.' }],
    // API Gateway calls a path that no resource has "missing authentication token", and reads any
    // Authorization header on such a path as an AWS signature.
    [ResponseType.MISSING_AUTHENTICATION_TOKEN, UNKNOWN_PATH],
    [ResponseType.RESOURCE_NOT_FOUND, UNKNOWN_PATH],
    [ResponseType.INVALID_SIGNATURE, UNKNOWN_PATH],
    [ResponseType.EXPIRED_TOKEN, UNKNOWN_PATH],
    // Only the mock behind 405 looks at the media type, so this is always a method other than GET and HEAD.
    [
      ResponseType.UNSUPPORTED_MEDIA_TYPE,
      {
        problem: 'method-not-allowed',
        detail: METHOD_NOT_ALLOWED_DETAIL,
        headers: { Allow: allowedMethods },
      },
    ],
    [
      ResponseType.REQUEST_TOO_LARGE,
      { problem: 'content-too-large', detail: 'The request is larger than 10 MB.' },
    ],
    [
      ResponseType.THROTTLED,
      {
        problem: 'rate-limit-exceeded',
        detail:
          'More requests a second than the usage plan of this API key allows. Try again after the time in Retry-After.',
        headers: { 'Retry-After': '1' },
      },
    ],
    [
      ResponseType.QUOTA_EXCEEDED,
      {
        problem: 'quota-exceeded',
        detail:
          'More requests a day than the usage plan of this API key allows. Try again after the time in Retry-After.',
        headers: { 'Retry-After': '3600' },
      },
    ],
    // The authorizer accepted the key, but the gateway does not know its usage plan yet: the key is fresh.
    [
      ResponseType.INVALID_API_KEY,
      {
        problem: 'service-unavailable',
        detail: 'This API key is not ready for use yet. Try again after the time in Retry-After.',
        headers: { 'Retry-After': '5' },
      },
    ],
    [ResponseType.DEFAULT_5XX, INTERNAL],
    [ResponseType.API_CONFIGURATION_ERROR, INTERNAL],
    [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, INTERNAL],
    [ResponseType.AUTHORIZER_FAILURE, INTERNAL],
    [
      ResponseType.INTEGRATION_FAILURE,
      {
        problem: 'service-unavailable',
        detail: UNAVAILABLE_DETAIL,
        headers: { 'Retry-After': UNAVAILABLE_RETRY_AFTER },
      },
    ],
    [
      ResponseType.INTEGRATION_TIMEOUT,
      { problem: 'timeout', detail: 'The service took too long to answer. Try again.' },
    ],
  ]);

/** A mapping template: `$context.requestId` is replaced by the gateway. */
const problemTemplate = (problem: ProblemName, detail: string): string =>
  JSON.stringify(problemDocument(problem, detail, '$context.requestId'));

/** The body of the 405 that the mock behind every other method answers with. */
export const METHOD_NOT_ALLOWED_TEMPLATE = problemTemplate('method-not-allowed', METHOD_NOT_ALLOWED_DETAIL);

/** Errors of requests whose key was verified, so that the limits of its plan are known. */
const AFTER_AUTHORIZATION: readonly ResponseType[] = [
  ResponseType.ACCESS_DENIED,
  ResponseType.THROTTLED,
  ResponseType.QUOTA_EXCEEDED,
  ResponseType.INVALID_API_KEY,
  ResponseType.INTEGRATION_FAILURE,
  ResponseType.INTEGRATION_TIMEOUT,
];

const isAfterAuthorization = (type: ResponseType): boolean => AFTER_AUTHORIZATION.includes(type);

/** Static values are written in single quotes. */
const staticHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));

/**
 * Gives every error that API Gateway itself produces the shape of the service's problem documents.
 *
 * @param allowedMethods the value of `Allow` for a 405
 */
export const addProblemResponses = (api: RestApi, allowedMethods: string): void => {
  for (const [type, { problem, detail, headers = {} }] of problems(allowedMethods)) {
    api.addGatewayResponse(`Problem-${type.responseType}`, {
      type,
      statusCode: String(problemStatus(problem)),
      responseHeaders: {
        ...staticHeaders({ 'Content-Type': PROBLEM_CONTENT_TYPE, 'Cache-Control': 'no-store', ...headers }),
        'X-Request-Id': 'context.requestId',
        ...(isAfterAuthorization(type)
          ? { [RATE_LIMIT_POLICY_HEADER]: 'context.authorizer.rateLimitPolicy' }
          : {}),
      },
      templates: { 'application/json': problemTemplate(problem, detail) },
    });
  }
};

import { OPENAPI_CACHE_CONTROL } from '../openapi-route.ts';
import { RATE_LIMIT_POLICY_HEADER, rateLimitPolicy } from '../rate-limit-policy.ts';
import { type JsonObject, reference } from './json-object.ts';

const header = (description: string, schema: JsonObject, example?: unknown): JsonObject => ({
  description,
  required: true,
  schema,
  ...(example === undefined ? {} : { example }),
});

const text = { type: 'string', minLength: 1 };
const POLICY = { type: 'string', pattern: '^"rate";q=[0-9.]+;w=1, "quota";q=\\d+;w=86400$' };
const constant = (value: string): JsonObject => ({ type: 'string', const: value });

/** Response headers by component name; required unless declared otherwise. */
export const HEADERS = {
  RequestId: header(
    'Identifies the request in the logs of the service. Include it in bug reports.',
    text,
    'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  ),
  ETag: header(
    'A weak validator of the body. Send it as `If-None-Match`.',
    { type: 'string', pattern: '^W/"[\\w-]+"$' },
    'W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"',
  ),
  PrivateNoCache: header('Cache privately, and revalidate before each use.', constant('private, no-cache')),
  PublicForMinutes: header('Cache publicly.', constant(OPENAPI_CACHE_CONTROL)),
  NoStore: header('Do not cache.', constant('no-store')),
  Vary: header('Bodies above 1 KB are compressed if the client accepts it.', constant('Accept-Encoding')),
  RateLimitPolicy: header(
    'The limits of the key’s usage plan: `q` requests per window of `w` seconds (draft-ietf-httpapi-ratelimit-headers-10).',
    POLICY,
    rateLimitPolicy({ rate: 10, burst: 20, dailyQuota: 100_000 }),
  ),
  RateLimitPolicyIfKnown: {
    ...header('The limits of the key’s usage plan, if the key was authenticated before the error.', POLICY),
    required: false,
  },
  RetryAfter: header('Seconds to wait before a retry.', { type: 'integer', minimum: 1 }, 1),
  WwwAuthenticate: header('How to authenticate (RFC 9110, section 11.6.1).', text),
  Allow: header('The methods the path supports.', text, 'GET, HEAD'),
  NextLink: {
    ...header(
      'The URL of the next page (RFC 8288). Absent on the last page.',
      { type: 'string', pattern: '^<[^>]+>; rel="next"$' },
      '<https://api.example.com/v1/call-list?cursor=Zm9vYmFy>; rel="next"',
    ),
    required: false,
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

export type HeaderName = keyof typeof HEADERS;

/** The field name of each of {@link HEADERS}. */
const FIELD_NAMES: Readonly<Record<HeaderName, string>> = {
  RequestId: 'X-Request-Id',
  ETag: 'ETag',
  PrivateNoCache: 'Cache-Control',
  PublicForMinutes: 'Cache-Control',
  NoStore: 'Cache-Control',
  Vary: 'Vary',
  RateLimitPolicy: RATE_LIMIT_POLICY_HEADER,
  RateLimitPolicyIfKnown: RATE_LIMIT_POLICY_HEADER,
  RetryAfter: 'Retry-After',
  WwwAuthenticate: 'WWW-Authenticate',
  Allow: 'Allow',
  NextLink: 'Link',
};

/** References to response headers, by field name. */
export const headers = (...names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [FIELD_NAMES[name], reference('headers', name)]));

/** The named {@link HEADERS}, for `components.headers`. */
export const pickHeaders = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, HEADERS[name]]));

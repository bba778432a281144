import { RATE_LIMIT_POLICY_HEADER, rateLimitPolicy } from '../../contract/keys/rate-limit-policy.ts';
import { OPENAPI_CACHE_CONTROL } from '../openapi-route.ts';
import { type JsonObject, reference } from './json-object.ts';

/** A request id in examples. */
export const REQUEST_ID = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';

/** An `ETag` in examples. */
export const ENTITY_TAG = 'W/"0f3cPzvEJrBzF2bFz8XyT4l9b2Q"';

/** A response header. `name` is its field name. */
const header = (name: string, description: string, schema: JsonObject, others: JsonObject = {}) => ({
  name,
  component: { description, required: true, schema, ...others },
});

const text = { type: 'string', minLength: 1 };
const POLICY = { type: 'string', pattern: '^"rate";q=[0-9.]+;w=1, "quota";q=\\d+;w=86400$' };

const POLICY_EXAMPLE = rateLimitPolicy({ rate: 10, burst: 20, dailyQuota: 100_000 });

const cacheControl = (description: string, value: string) =>
  header('Cache-Control', description, { type: 'string', const: value });

/** Response headers by component name. */
const HEADERS = {
  RequestId: header(
    'X-Request-Id',
    'Identifies the request in the logs of the service. Include it in bug reports.',
    text,
    { example: REQUEST_ID },
  ),
  ETag: header(
    'ETag',
    'A weak validator of the body. Send it as `If-None-Match`.',
    { type: 'string', pattern: '^W/"[\\w-]+"$' },
    { example: ENTITY_TAG },
  ),
  PrivateNoCache: cacheControl('Cache privately, and revalidate before each use.', 'private, no-cache'),
  PublicForMinutes: cacheControl('Cache publicly.', OPENAPI_CACHE_CONTROL),
  NoStore: cacheControl('Do not cache.', 'no-store'),
  Vary: header('Vary', 'Bodies above 1 KB are compressed if the client accepts it.', {
    type: 'string',
    const: 'Accept-Encoding',
  }),
  RateLimitPolicy: header(
    RATE_LIMIT_POLICY_HEADER,
    'The limits of the key’s usage plan: `q` requests per window of `w` seconds ' +
      '(draft-ietf-httpapi-ratelimit-headers-10).',
    POLICY,
    { example: POLICY_EXAMPLE },
  ),
  RateLimitPolicyIfKnown: header(
    RATE_LIMIT_POLICY_HEADER,
    'The limits of the key’s usage plan, if the key was authenticated before the error.',
    POLICY,
    { required: false, example: POLICY_EXAMPLE },
  ),
  Location: header('Location', 'The path of the export.', text, {
    example: '/v1/export/019bb160-4c35-7a70-8f52-7a4de0be6a11',
  }),
  RetryAfter: header(
    'Retry-After',
    'Seconds to wait before a retry.',
    { type: 'integer', minimum: 1 },
    { example: 1 },
  ),
  WwwAuthenticate: header('WWW-Authenticate', 'How to authenticate (RFC 9110, section 11.6.1).', text),
  Allow: header('Allow', 'The methods the path supports.', text, { example: 'GET, HEAD' }),
  NextLink: header(
    'Link',
    'The URL of the next page (RFC 8288). Absent on the last page.',
    { type: 'string', pattern: '^<[^>]+>; rel="next"$' },
    { required: false, example: '<https://api.example.com/v1/call-list?cursor=Zm9vYmFy>; rel="next"' },
  ),
};

export type HeaderName = keyof typeof HEADERS;

/** References to response headers, by field name. */
export const headers = (...names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [HEADERS[name].name, reference('headers', name)]));

/** The `Link` header of an operation with pages. */
export const nextLink = ({ query }: { readonly query: object }): readonly HeaderName[] =>
  'cursor' in query ? ['NextLink'] : [];

/** The headers that a document refers to, for its `components.headers`. */
export const headerComponents = (document: JsonObject): JsonObject => {
  const text = JSON.stringify(document);
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([name, { component }]) =>
      text.includes(`"#/components/headers/${name}"`) ? [[name, component]] : [],
    ),
  );
};

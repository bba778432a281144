/** The description of the API, as CommonMark. */
export const DESCRIPTION = `
Read the sales data of your organization: people, companies and call lists. All operations are reads.

**Keys.** Send your API key in the \`X-Api-Key\` header. An admin of your organization grants its permissions.
A revoked key is rejected from the next request.

**Responses.** Successes are JSON. Errors are problem documents (RFC 9457) with a stable \`type\`. Every
response has an \`X-Request-Id\`. Bodies above 1 KB are compressed if \`Accept-Encoding\` allows it.

**HEAD** works on every path and returns the headers of \`GET\`. Other methods return \`MethodNotAllowed\`;
unlisted paths return \`UnknownPath\`.

**Parameters** are strict: unknown, repeated or malformed ones return a \`400\` that names them. Ids are
lower-case UUIDs; timestamps are ISO 8601 in UTC with milliseconds.

**Paging.** Every page but the last has a \`nextCursor\` and the equivalent \`Link: <…>; rel="next"\` header.

**Limits.** Each key has a usage plan, shown in \`RateLimit-Policy\`. Requests over a limit return \`429\`
with \`Retry-After\`. A key that is only seconds old may return \`503\` with \`Retry-After\`.

**Versions.** The schemas describe exactly what this version returns. Later releases of v1 may add fields and
event types, and never remove or retype existing ones: ignore unknown fields and types.

**Webhooks** deliver changes as they happen, signed according to [Standard
Webhooks](https://www.standardwebhooks.com), at least once and in no particular order.
`.trim();

export const TAGS = [
  { name: 'People', description: 'The people your organization sells to.' },
  { name: 'Companies', description: 'The companies these people work for.' },
  { name: 'Call lists', description: 'Whom to call, in which order, and with what result.' },
  { name: 'Description', description: 'This document.' },
  { name: 'Webhooks', description: 'Events sent to the webhook endpoints of your organization.' },
] as const;

export const KEY_DESCRIPTION =
  'An API key as shown at its creation: `sd_live_`, its public id, `_`, and its secret with a checksum. The scopes of an operation are the permissions it requires.';

export const LOCAL_SERVER_DESCRIPTION =
  'The local service started by `npm start`. A deployment serves this document with its own URL.';

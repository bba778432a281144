/** For readers of the document: what holds for all operations. CommonMark. */
export const DESCRIPTION = `
Read the sales data of your organization: people, companies and call lists. All operations are reads.

**Keys.** Send your API key as \`X-Api-Key\`, exactly once. What it may do is up to its permissions, which an admin of your
organization grants. A revoked key is refused from the next request on.

**Responses.** Success is JSON; everything else is a problem document (RFC 9457), whose \`type\` programs can rely on.
\`X-Request-Id\` is on every response. Bodies above 1 KB are compressed if \`Accept-Encoding\` allows it.

**HEAD** is answered on every path as \`GET\` is, with the headers alone. Any other method is answered with the response
\`MethodNotAllowed\`, a path that is not listed with \`UnknownPath\`.

**Parameters** are strict: an unknown, repeated or malformed one is refused with a \`400\` that names it. Ids are lower-case UUIDs,
timestamps are ISO 8601, UTC, with milliseconds.

**Paging.** While more follow, a page has \`nextCursor\`, and the same as \`Link: <…>; rel="next"\`.

**Limits.** Each key is held to a usage plan, which \`RateLimit-Policy\` tells. Over a limit the answer is \`429\` with
\`Retry-After\`; a key that is only seconds old may be answered with \`503\` and \`Retry-After\`.

**Versions.** The schemas say exactly what this version returns. Later ones of v1 may add fields and types of events, and never
remove or retype any: ignore what you do not know.

**Webhooks** tell of changes as they happen, signed after [Standard Webhooks](https://www.standardwebhooks.com), at least once, in no
particular order.
`.trim();

export const TAGS = [
  { name: 'People', description: 'The people that your organization sells to.' },
  { name: 'Companies', description: 'The companies that they work for.' },
  { name: 'Call lists', description: 'Whom to call, in which order, and how it went.' },
  { name: 'Description', description: 'This document.' },
  { name: 'Webhooks', description: 'What is sent to the webhook endpoints of your organization.' },
] as const;

export const KEY_DESCRIPTION =
  'An API key, as it was shown when it was made: `sd_live_`, its public id, `_`, and its secret with a checksum. The scopes of an operation are the permissions that a key needs for it.';

export const LOCAL_SERVER_DESCRIPTION =
  'The service on one machine, as `npm start` runs it. A deployment serves this document with its own address.';

import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { encodeUri } from '../../../shared/runtime/bucket/presigned-url.ts';
import { ALGORITHM, signingKey } from '../../../shared/runtime/signing-key.ts';
import type { Credentials } from '../settings.ts';

/** The part of a request that a signature covers. */
export type SignableRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** A signature with what it names, as received. */
export interface GivenSignature {
  /** Such as `KEY/20260131/us-east-1/s3/aws4_request`. */
  readonly credential: string;
  /** Such as `20260131T093000Z`. */
  readonly time: string;
  /** By lower-case name. */
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** The parameter of a presigned URL that has the signature, which cannot sign itself. */
export const SIGNATURE_PARAMETER = 'X-Amz-Signature';

/** Compares without revealing by its duration where two texts differ. */
const equals = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));

/** The time of a signature in milliseconds since 1970; `NaN` if it is malformed. */
export const millisecondsOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** The path and the query of a request, as received. */
export const partsOf = (url = '/'): readonly [path: string, query: URLSearchParams] => {
  const end = url.indexOf('?');
  return end === -1
    ? [url, new URLSearchParams()]
    : [url.slice(0, end), new URLSearchParams(url.slice(end + 1))];
};

/** The headers that AWS requires a signature to cover, but that it does not. */
export const unsignedHeaders = (
  { headers }: SignableRequest,
  { signedHeaders }: GivenSignature,
): readonly string[] =>
  ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].filter(
    (name) => !signedHeaders.includes(name),
  );

const byNameAndValue = (one: readonly [string, string], other: readonly [string, string]): number => {
  const [a, b] = one[0] === other[0] ? [one[1], other[1]] : [one[0], other[0]];
  return a < b ? -1 : 1;
};

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== SIGNATURE_PARAMETER)
    .map(([name, value]) => [encodeUri(name), encodeUri(value)] as const)
    .sort(byNameAndValue)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const canonicalHeaders = ({ headers }: SignableRequest, names: readonly string[]): string =>
  names
    .map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replaceAll(/\s+/g, ' ')}\n`,
    )
    .join('');

/**
 * Verifies signatures of Signature Version 4
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 *
 * @param service the name that signatures for the service contain
 * @returns whether a request is signed with the credentials for this Region and service. Does not check the
 * time and {@link unsignedHeaders}.
 */
export const createVerifier = (
  { accessKeyId, secretAccessKey }: Credentials,
  region: string,
  service: string,
) => {
  let known: { readonly day: string; readonly key: KeyObject } | undefined;
  const keyOf = (scope: readonly [day: string, ...string[]]): KeyObject => {
    const [day] = scope;
    if (known?.day !== day) known = { day, key: createSecretKey(signingKey(secretAccessKey, scope)) };
    return known.key;
  };
  // Services other than S3 expect the path to be encoded twice.
  const encodedPath = (path: string): string =>
    service === 's3' ? path : encodeUri(path).replaceAll('%2F', '/');

  return (request: SignableRequest, given: GivenSignature, payloadHash: string): boolean => {
    const { credential, time, signedHeaders, signature } = given;
    const scope = [time.slice(0, 8), region, service, 'aws4_request'] as const;
    if (!equals(credential, [accessKeyId, ...scope].join('/'))) return false;
    const [path, query] = partsOf(request.url);
    const canonicalRequest = [
      request.method,
      encodedPath(path),
      canonicalQuery(query),
      canonicalHeaders(request, signedHeaders),
      signedHeaders.join(';'),
      payloadHash,
    ].join('\n');
    const text = [ALGORITHM, time, scope.join('/'), hash('sha256', canonicalRequest)].join('\n');
    return equals(signature, createHmac('sha256', keyOf(scope)).update(text).digest('hex'));
  };
};

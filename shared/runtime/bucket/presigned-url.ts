import { createHmac, hash } from 'node:crypto';
import type { Credentials } from '../credentials.ts';
import { ALGORITHM, signingKey, signingTime } from '../signing-key.ts';

export interface PresignOptions {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Without a query. Its path is encoded as S3 expects: all but unreserved characters and slashes. */
  readonly url: URL;
  readonly region: string;
  readonly credentials: Credentials;
  readonly expiresInSeconds: number;
  readonly signedAt: Date;
  /** Headers that the request must have, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters of the request, such as `response-content-disposition`. */
  readonly query?: Readonly<Record<string, string>>;
}

/** RFC 3986: `encodeURIComponent` leaves five characters that signatures encode. */
export const encodeUri = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);

/**
 * A URL that allows one request to S3 without credentials (Signature Version 4 in the query string,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html). It expires with the
 * credentials at the latest.
 */
export const presignUrl = (options: PresignOptions): string => {
  const { method, url, region, credentials, expiresInSeconds, signedAt, headers = {}, query = {} } = options;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const time = signingTime(signedAt);
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const signed = Object.entries({ ...headers, host: url.host }).sort(byName);
  const signedNames = signed.map(([name]) => name).join(';');
  const parameters = Object.entries({
    ...query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${accessKeyId}/${scope.join('/')}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(expiresInSeconds),
    'X-Amz-SignedHeaders': signedNames,
    ...(sessionToken === undefined ? {} : { 'X-Amz-Security-Token': sessionToken }),
  })
    .map(([name, value]) => [encodeUri(name), encodeUri(value)] as const)
    .sort(byName);
  const search = parameters.map(([name, value]) => `${name}=${value}`).join('&');
  const canonicalHeaders = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonicalRequest = `${method}\n${url.pathname}\n${search}\n${canonicalHeaders}\n${signedNames}\nUNSIGNED-PAYLOAD`;
  const stringToSign = `${ALGORITHM}\n${time}\n${scope.join('/')}\n${hash('sha256', canonicalRequest)}`;
  const signature = createHmac('sha256', signingKey(secretAccessKey, scope))
    .update(stringToSign)
    .digest('hex');
  return `${url.origin}${url.pathname}?${search}&X-Amz-Signature=${signature}`;
};

import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Credentials } from '../settings.ts';

/** The part of a request that a presigned URL fixes. */
export interface PresignedRequest {
  readonly method: string;
  /** Path and query, as received. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const SIGNATURE = 'X-Amz-Signature';

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const equals = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));

const milliseconds = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Whether a request uses a presigned URL. */
export const isPresigned = (url: string): boolean =>
  new URL(url, 'http://localhost').searchParams.has(SIGNATURE);

/**
 * Why S3 would refuse a request with a presigned URL: it expired, or differs from what was signed. Headers
 * are checked only if they were signed
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html).
 *
 * @returns `undefined` if it is accepted
 */
export const presignedProblem = (
  { method, url, headers }: PresignedRequest,
  { accessKeyId, secretAccessKey }: Credentials,
  region: string,
  now: Date,
): 'AccessDenied' | 'SignatureDoesNotMatch' | undefined => {
  const { searchParams: query } = new URL(url, 'http://localhost');
  const value = (name: string): string => query.get(name) ?? '';
  const time = value('X-Amz-Date');
  const day = time.slice(0, 8);
  const scope = [day, region, 's3', 'aws4_request'];
  const start = milliseconds(time);
  const seconds = Number(value('X-Amz-Expires'));
  const isValid =
    value('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256' &&
    equals(value('X-Amz-Credential'), [accessKeyId, ...scope].join('/')) &&
    seconds > 0 &&
    seconds <= 604_800 &&
    now.getTime() >= start - 300_000 &&
    now.getTime() <= start + seconds * 1_000;
  if (!isValid) return 'AccessDenied';
  const signed = value('X-Amz-SignedHeaders').split(';');
  const canonicalQuery = [...query]
    .filter(([name]) => name !== SIGNATURE)
    .map(([name, given]) => `${encoded(name)}=${encoded(given)}`)
    .sort()
    .join('&');
  const canonicalRequest = [
    method,
    url.replace(/\?.*$/, ''),
    canonicalQuery,
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const key = scope.reduce<Buffer>(
    (derived, part) => createHmac('sha256', derived).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', canonicalRequest)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return equals(value(SIGNATURE), signature) ? undefined : 'SignatureDoesNotMatch';
};

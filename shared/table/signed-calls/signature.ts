import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { ALGORITHM, signingKey, signingTime } from '../../runtime/signing-key.ts';
import type { DynamoDbEnvironment } from './environment.ts';

const CONTENT_TYPE = 'application/x-amz-json-1.0';

/** The signing key of a day. */
interface DayKey {
  /** Such as `20260131`. */
  readonly day: string;
  /** Such as `20260131/us-east-1/dynamodb/aws4_request`. */
  readonly scope: string;
  readonly key: KeyObject;
}

/**
 * Signs requests with Signature Version 4
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). It supports
 * only a `POST` of JSON without a query, which makes it four times as fast as the SDK's signer.
 *
 * @param service another service than DynamoDB also gets the hash of the body, as from the SDK
 */
export const createSigner = (
  { region, endpoint, credentials }: DynamoDbEnvironment,
  service = 'dynamodb',
) => {
  const sendsHash = service !== 'dynamodb';
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const tokenName = sessionToken === undefined ? '' : ';x-amz-security-token';
  const hashName = sendsHash ? 'x-amz-content-sha256;' : '';
  const signedNames = `content-type;host;${hashName}x-amz-date${tokenName};x-amz-target`;
  const tokenLine = sessionToken === undefined ? '' : `x-amz-security-token:${sessionToken}\n`;
  const tokenHeader = sessionToken === undefined ? undefined : { 'x-amz-security-token': sessionToken };
  // Services other than S3 require a double-encoded path, except for `/`.
  const path = encodeURIComponent(endpoint.pathname).replaceAll('%2F', '/');
  let known: DayKey | undefined;

  const keyOf = (day: string): DayKey => {
    if (known?.day === day) return known;
    const scope = [day, region, service, 'aws4_request'];
    known = { day, scope: scope.join('/'), key: createSecretKey(signingKey(secretAccessKey, scope)) };
    return known;
  };

  /**
   * Returns the headers of a request, including the signature.
   *
   * @param target the value of `X-Amz-Target`
   */
  return (target: string, body: string, signingDate: Date): Readonly<Record<string, string>> => {
    const time = signingTime(signingDate);
    const { scope, key } = keyOf(time.slice(0, 8));
    const bodyHash = hash('sha256', body);
    const hashLine = sendsHash ? `x-amz-content-sha256:${bodyHash}\n` : '';
    const canonicalHeaders =
      `content-type:${CONTENT_TYPE}\nhost:${endpoint.host}\n${hashLine}x-amz-date:${time}\n` +
      `${tokenLine}x-amz-target:${target}\n`;
    const canonicalRequest = `POST\n${path}\n\n${canonicalHeaders}\n${signedNames}\n${bodyHash}`;
    const stringToSign = `${ALGORITHM}\n${time}\n${scope}\n${hash('sha256', canonicalRequest)}`;
    const signature = createHmac('sha256', key).update(stringToSign).digest('hex');
    return {
      host: endpoint.host,
      'content-type': CONTENT_TYPE,
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-date': time,
      'x-amz-target': target,
      ...(sendsHash && { 'x-amz-content-sha256': bodyHash }),
      ...tokenHeader,
      authorization:
        `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${signedNames}, ` +
        `Signature=${signature}`,
    };
  };
};

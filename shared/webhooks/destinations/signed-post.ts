import { createHmac, hash } from 'node:crypto';
import type { Credentials } from '../../runtime/credentials.ts';
import { ALGORITHM, signingKey, signingTime } from '../../runtime/signing-key.ts';

/** A call of an AWS service, in any Region and with any credentials. */
export interface SignedPost {
  /** The name of the service in signatures and host names. */
  readonly service: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly contentType: string;
  /** The operation, for the JSON protocols. */
  readonly target?: string;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** The endpoint of a service, which `AWS_ENDPOINT_URL_…` replaces as for the SDK. */
const endpointOf = ({ service, region }: SignedPost, variable: string): URL =>
  new URL(
    process.env[`AWS_ENDPOINT_URL_${variable}`] ??
      `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  );

/** The Region that signs: a local endpoint knows that of its stack only. */
const signingRegionOf = ({ region }: SignedPost, variable: string): string =>
  process.env[`AWS_ENDPOINT_URL_${variable}`] === undefined ? region : (process.env['AWS_REGION'] ?? region);

/**
 * Posts a request with Signature Version 4, without the clients of the SDK, which are for one Region and one
 * identity each.
 *
 * @param variable names the service in `AWS_ENDPOINT_URL_…`
 */
export const signedPost = async (
  call: SignedPost,
  variable: string,
): Promise<{ readonly status: number; readonly text: string }> => {
  const { service, credentials, contentType, target, body, signal } = call;
  const url = endpointOf(call, variable);
  const time = signingTime(new Date());
  const scope = [time.slice(0, 8), signingRegionOf(call, variable), service, 'aws4_request'];
  const headers: Readonly<Record<string, string>> = {
    'content-type': contentType,
    host: url.host,
    'x-amz-content-sha256': hash('sha256', body),
    'x-amz-date': time,
    ...(credentials.sessionToken !== undefined && { 'x-amz-security-token': credentials.sessionToken }),
    ...(target !== undefined && { 'x-amz-target': target }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${hash('sha256', body)}`;
  const toSign = `${ALGORITHM}\n${time}\n${scope.join('/')}\n${hash('sha256', canonical)}`;
  const key = signingKey(credentials.secretAccessKey, scope);
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  const { host: _, ...sent } = headers;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...sent,
      authorization:
        `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope.join('/')}, ` +
        `SignedHeaders=${names}, Signature=${signature}`,
    },
    body,
    redirect: 'error',
    signal,
  });
  return { status: response.status, text: await response.text() };
};

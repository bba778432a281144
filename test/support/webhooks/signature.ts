import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Whether a `POST /` is signed with a key, computed independently from the Signature Version 4
 * specification:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const isSignedWith = (
  secretAccessKey: string,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: string },
): boolean => {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=(\S+), Signature=(\S+)$/;
  const found = pattern.exec(headers.authorization ?? '');
  if (found === null) return false;
  const [, date = '', region = '', service = '', signedHeaders = '', signature] = found;
  const canonicalHeaders = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('');
  const canonicalRequest = ['POST', '/', '', canonicalHeaders, signedHeaders, sha256(body)].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const stringToSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonicalRequest)].join(
    '\n',
  );
  const key = [region, service, 'aws4_request'].reduce(
    (previous: Buffer, part) => hmac(previous, part),
    hmac(`AWS4${secretAccessKey}`, date),
  );
  return hmac(key, stringToSign).toString('hex') === signature;
};

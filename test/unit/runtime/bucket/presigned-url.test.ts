import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeUri,
  type PresignOptions,
  presignUrl,
} from '../../../../shared/runtime/bucket/presigned-url.ts';
import { Sha256 } from '../../../support/values/sha256.ts';

const word = fc.stringMatching(/^[\w+/=-]{1,40}$/);
const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 });

const options: fc.Arbitrary<PresignOptions> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'PUT'),
  url: fc
    .tuple(
      fc.constantFrom('https://imports.s3.eu-central-1.amazonaws.com', 'http://127.0.0.1:8000/imports'),
      fc.array(name, { minLength: 1, maxLength: 3 }),
    )
    .map(
      ([base, parts]) => new URL(`${base}/uploads/${parts.map((part) => encodeUri(`x${part}`)).join('/')}`),
    ),
  region: fc.constantFrom('us-east-1', 'cn-north-1'),
  credentials: fc.record(
    { accessKeyId: word, secretAccessKey: word, sessionToken: word },
    { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
  ),
  expiresInSeconds: fc.integer({ min: 1, max: 604_800 }),
  signedAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
  headers: fc.record(
    { 'content-length': fc.nat().map(String), 'content-type': fc.constant('text/csv') },
    { requiredKeys: [] },
  ),
  query: fc.record({ 'response-content-disposition': name }, { requiredKeys: [] }),
});

const presignedBySdk = async (given: PresignOptions): Promise<Readonly<Record<string, unknown>>> => {
  const { method, url, region, credentials, expiresInSeconds, signedAt, headers, query } = given;
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: Sha256,
    applyChecksum: false,
    uriEscapePath: false,
  });
  const request = {
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    headers: { ...headers, host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    query: { ...query },
  };
  const signed = await signer.presign(request, {
    signingDate: signedAt,
    expiresIn: expiresInSeconds,
    unhoistableHeaders: new Set(['x-amz-content-sha256']),
    // The hash of the payload is part of what is signed, but not one of the signed headers.
    unsignableHeaders: new Set(['x-amz-content-sha256']),
    signableHeaders: new Set(['content-type']),
  });
  return signed.query ?? {};
};

describe('presignUrl', () => {
  it('signs as the AWS SDK does', async () => {
    await fc.assert(
      fc.asyncProperty(options, async (given) => {
        const { searchParams, pathname } = new URL(presignUrl(given));
        const expected = await presignedBySdk(given);
        expect(pathname).toBe(given.url.pathname);
        const { 'x-amz-content-sha256': _, ...parameters } = expected;
        expect(Object.fromEntries(searchParams)).toEqual(parameters);
      }),
    );
  });

  it('returns the signature of the example in the documentation of S3', () => {
    // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
    const url = presignUrl({
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      region: 'us-east-1',
      credentials: {
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      expiresInSeconds: 86_400,
      signedAt: new Date('2013-05-24T00:00:00Z'),
    });
    expect(new URL(url).searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });
});

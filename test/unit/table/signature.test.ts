import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DynamoDbEnvironment } from '../../../shared/table/signed-calls/environment.ts';
import { createSigner } from '../../../shared/table/signed-calls/signature.ts';
import { Sha256 } from '../../support/values/sha256.ts';

const word = fc.stringMatching(/^[\w+/=-]{1,40}$/);
const environment: fc.Arbitrary<DynamoDbEnvironment> = fc.record({
  region: fc.constantFrom('us-east-1', 'eu-central-1', 'cn-north-1'),
  endpoint: fc
    .constantFrom(
      'https://dynamodb.us-east-1.amazonaws.com',
      'http://127.0.0.1:8000',
      'https://a.example/proxy/a%20b',
    )
    .map((url) => new URL(url)),
  credentials: fc.record(
    { accessKeyId: word, secretAccessKey: word, sessionToken: word },
    { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
  ),
});
const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

const TARGET = 'DynamoDB_20120810.GetItem';

const signedBySdk = async (
  { region, endpoint, credentials }: DynamoDbEnvironment,
  body: string,
  signingDate: Date,
  service: string,
): Promise<Readonly<Record<string, string>>> => {
  const signer = new SignatureV4({
    service,
    region,
    credentials,
    sha256: Sha256,
    applyChecksum: service !== 'dynamodb',
  });
  const request = {
    method: 'POST',
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    path: endpoint.pathname,
    query: {},
    headers: {
      host: endpoint.host,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': TARGET,
    },
    body,
  };
  return (await signer.sign(request, { signingDate, unsignableHeaders: new Set(['content-length']) }))
    .headers;
};

describe('the signature of a request', () => {
  it.each(['dynamodb', 'sqs'])(
    'of %s equals the SDK’s for any body, region, credentials and time',
    async (service) => {
      await fc.assert(
        fc.asyncProperty(
          environment,
          fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), date), { minLength: 1, maxLength: 4 }),
          async (of, requests) => {
            const sign = createSigner(of, service);
            for (const [body, signingDate] of requests) {
              expect(sign(TARGET, body, signingDate)).toEqual(
                await signedBySdk(of, body, signingDate, service),
              );
            }
          },
        ),
      );
    },
  );
});

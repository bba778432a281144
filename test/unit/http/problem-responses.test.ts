import { TooManyRequestsException } from '@aws-sdk/client-cognito-identity-provider';
import { EncryptCommand } from '@aws-sdk/client-kms';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { problemResponses } from '../../../functions/http/problem-responses.ts';
import { createKmsClient } from '../../../shared/webhooks/secrets/kms-cipher.ts';
import { lambdaContext, proxyEvent } from '../../support/http/proxy-event.ts';

const answerTo = async (fail: () => Promise<never>): Promise<APIGatewayProxyResult> => {
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>(fail).use(problemResponses());
  return handler(
    proxyEvent({ organizationId: 'organization', resource: '/webhook-endpoints' }),
    lambdaContext(),
  );
};

describe('problem responses', () => {
  it('returns 503 with `Retry-After` while an AWS service is unreachable', async () => {
    const client = createKmsClient({
      endpoint: 'http://127.0.0.1:9',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const response = await answerTo(async () => {
      await client.send(new EncryptCommand({ KeyId: 'key', Plaintext: Buffer.from('secret') }));
      throw new Error('There is no KMS at this address.');
    });
    expect(response).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '1' } });
  });

  it('returns 503 with `Retry-After` while Cognito throttles', async () => {
    const response = await answerTo(async () => {
      throw new TooManyRequestsException({ message: 'Rate exceeded', $metadata: { httpStatusCode: 400 } });
    });
    expect(response).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '1' } });
  });

  it('returns 500 without details for any other failure', async () => {
    const response = await answerTo(async () => {
      throw new TypeError('a secret detail');
    });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('secret detail');
  });
});

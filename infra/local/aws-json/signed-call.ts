import { isTransientFailure } from '../../../shared/runtime/transient-failure.ts';
import { withFullJitter } from '../../../shared/table/backoff.ts';
import { dynamoDbError } from '../../../shared/table/signed-calls/dynamodb-error.ts';
import { createHttpPost } from '../../../shared/table/signed-calls/http-post.ts';
import { createSigner } from '../../../shared/table/signed-calls/signature.ts';
import type { Credentials } from '../settings.ts';

const ATTEMPTS = 3;

/** Where a service is called. */
export interface ServiceEndpoint {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
}

export interface CalledService {
  /** In signatures, such as `sqs`. */
  readonly signingName: string;
  /** In `X-Amz-Target`, such as `AmazonSQS`. */
  readonly target: string;
  /** In errors. */
  readonly name: string;
}

/**
 * Makes a function that calls operations of a service with AWS JSON, in its own input and output, and repeats
 * a call that fails for the moment. The SDK's clients take several times the CPU time, which counts for calls
 * that each event needs.
 *
 * @param timeouts in milliseconds
 */
export const createSignedCall = (
  { endpoint, region, credentials }: ServiceEndpoint,
  { signingName, target, name }: CalledService,
  timeouts: { readonly connectionTimeout: number; readonly requestTimeout: number },
) => {
  const url = new URL(endpoint);
  const sign = createSigner({ endpoint: url, region, credentials }, signingName);
  const post = createHttpPost(url, timeouts, name);
  return async <Output>(operation: string, input: object, signal?: AbortSignal): Promise<Output> => {
    const body = JSON.stringify(input);
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await post(sign(`${target}.${operation}`, body, new Date()), body, signal);
        if (answer.status === 200) return JSON.parse(answer.body);
        throw dynamoDbError(answer.status, answer.body, answer.headers['x-amzn-requestid']);
      } catch (error) {
        if (attempt === ATTEMPTS || signal?.aborted === true || !isTransientFailure(error)) throw error;
      }
      await withFullJitter(attempt);
    }
  };
};

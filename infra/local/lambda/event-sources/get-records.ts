import type { DynamoDBRecord } from 'aws-lambda';
import { isTransientFailure } from '../../../../shared/runtime/transient-failure.ts';
import { withFullJitter } from '../../../../shared/table/backoff.ts';
import { dynamoDbError } from '../../../../shared/table/signed-calls/dynamodb-error.ts';
import { createHttpPost } from '../../../../shared/table/signed-calls/http-post.ts';
import { createSigner } from '../../../../shared/table/signed-calls/signature.ts';
import type { Credentials } from '../../settings.ts';

const TARGET = 'DynamoDBStreams_20120810.GetRecords';
const ATTEMPTS = 3;

/** Where a table's stream is read. */
export interface StreamEndpoint {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
}

/** A record as the API returns it: Lambda adds its source and Region. */
type ApiRecord = Omit<DynamoDBRecord, 'eventSource' | 'awsRegion' | 'eventSourceARN'>;

interface Answer {
  readonly Records?: readonly ApiRecord[];
  readonly NextShardIterator?: string;
}

/**
 * Makes a function that reads the records after a shard iterator, in the JSON of the API, which is that of
 * Lambda's events. The SDK's client would convert each value, and imports of a hundred thousand rows wait for
 * it.
 *
 * @param timeouts in milliseconds
 */
export const createGetRecords = (
  { endpoint, region, credentials }: StreamEndpoint,
  timeouts: { readonly connectionTimeout: number; readonly requestTimeout: number },
) => {
  const url = new URL(endpoint);
  const sign = createSigner({ endpoint: url, region, credentials });
  const post = createHttpPost(url, timeouts);
  return async (iterator: string, signal: AbortSignal): Promise<Answer> => {
    const body = JSON.stringify({ ShardIterator: iterator });
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await post(sign(TARGET, body, new Date()), body, signal);
        if (answer.status === 200) return JSON.parse(answer.body);
        throw dynamoDbError(answer.status, answer.body, answer.headers['x-amzn-requestid']);
      } catch (error) {
        if (attempt === ATTEMPTS || signal.aborted || !isTransientFailure(error)) throw error;
      }
      await withFullJitter(attempt);
    }
  };
};

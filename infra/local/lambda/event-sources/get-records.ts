import type { DynamoDBRecord } from 'aws-lambda';
import { createSignedCall, type ServiceEndpoint } from '../../aws-json/signed-call.ts';

/** The engine accepts the signing name of either API of DynamoDB. */
const STREAMS = { signingName: 'dynamodb', target: 'DynamoDBStreams_20120810', name: 'DynamoDB' };

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
  dynamodb: ServiceEndpoint,
  timeouts: { readonly connectionTimeout: number; readonly requestTimeout: number },
) => {
  const call = createSignedCall(dynamodb, STREAMS, timeouts);
  return (iterator: string, signal: AbortSignal) =>
    call<Answer>('GetRecords', { ShardIterator: iterator }, signal);
};

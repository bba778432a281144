import type { DynamoDbEnvironment } from './environment.ts';
import type { HttpAnswer, HttpPost } from './http-post.ts';
import { createSigner } from './signature.ts';

/** Posts the input of an operation as JSON, signed with the given time. */
export type SignedPost = (
  operation: string,
  body: string,
  signingDate: Date,
  signal?: AbortSignal,
) => Promise<HttpAnswer>;

/**
 * Links the call to the invocation's trace
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html). The header is not signed,
 * because intermediaries may change it.
 */
const traceHeader = (): Readonly<Record<string, string>> | undefined => {
  const trace = process.env['_X_AMZN_TRACE_ID'];
  return trace === undefined || trace === '' ? undefined : { 'x-amzn-trace-id': trace };
};

/** Signs requests to DynamoDB with the credentials of `environment`. */
export const createSignedPost = (environment: DynamoDbEnvironment, post: HttpPost): SignedPost => {
  const sign = createSigner(environment);
  return async (operation, body, signingDate, signal) => {
    const headers = await sign(`DynamoDB_20120810.${operation}`, body, signingDate);
    return post({ ...headers, ...traceHeader() }, body, signal);
  };
};

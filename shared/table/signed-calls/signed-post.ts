import type { DynamoDbEnvironment } from './environment.ts';
import type { HttpAnswer, HttpPost } from './http-post.ts';
import { createSigner } from './signature.ts';

/** Sends one operation's input as JSON, signed as of this time. */
export type SignedPost = (
  operation: string,
  body: string,
  signingDate: Date,
  signal?: AbortSignal,
) => Promise<HttpAnswer>;

/**
 * Ties the call to the trace of the invocation
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html). Not signed: the trace
 * changes on its way, and is no part of what is asked for.
 */
const traceHeader = (): Readonly<Record<string, string>> | undefined => {
  const trace = process.env['_X_AMZN_TRACE_ID'];
  return trace === undefined || trace === '' ? undefined : { 'x-amzn-trace-id': trace };
};

/** Calls DynamoDB by requests that are signed as this environment says. */
export const createSignedPost = (environment: DynamoDbEnvironment, post: HttpPost): SignedPost => {
  const sign = createSigner(environment);
  return async (operation, body, signingDate, signal) => {
    const headers = await sign(`DynamoDB_20120810.${operation}`, body, signingDate);
    return post({ ...headers, ...traceHeader() }, body, signal);
  };
};

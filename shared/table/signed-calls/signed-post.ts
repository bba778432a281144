import { SignatureV4 } from '@smithy/signature-v4';
import type { DynamoDbEnvironment } from './environment.ts';
import type { HttpAnswer, HttpPost } from './http-post.ts';
import { Sha256 } from './sha256.ts';

/** Sends one operation's input as JSON, signed as of this time. */
export type SignedPost = (
  operation: string,
  body: string,
  signingDate: Date,
  signal?: AbortSignal,
) => Promise<HttpAnswer>;

/** Ties the call to the trace of the invocation (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html). */
const traceHeader = (): Readonly<Record<string, string>> => {
  const trace = process.env['_X_AMZN_TRACE_ID'];
  return trace === undefined || trace === '' ? {} : { 'x-amzn-trace-id': trace };
};

/** Signs with Signature Version 4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
export const createSignedPost = (
  { region, endpoint, credentials }: DynamoDbEnvironment,
  post: HttpPost,
): SignedPost => {
  const signer = new SignatureV4({ service: 'dynamodb', region, credentials, sha256: Sha256 });
  return async (operation, body, signingDate, signal) => {
    const { headers } = await signer.sign(
      {
        method: 'POST',
        protocol: endpoint.protocol,
        hostname: endpoint.hostname,
        path: endpoint.pathname,
        query: {},
        headers: {
          host: endpoint.host,
          'content-type': 'application/x-amz-json-1.0',
          'content-length': String(Buffer.byteLength(body)),
          'x-amz-target': `DynamoDB_20120810.${operation}`,
          ...traceHeader(),
        },
        body,
      },
      // The trace changes on its way, and is no part of what is asked for.
      { signingDate, unsignableHeaders: new Set(['x-amzn-trace-id']) },
    );
    return post(headers, body, signal);
  };
};

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isForThisMachine } from '../process/this-machine.ts';
import type { Credentials } from '../settings.ts';
import { partsOf } from '../signatures/signature.ts';
import type { BucketDefinition } from './bucket-definition.ts';
import { createPresignedCheck, isPresigned, type PresignedProblem } from './presigned-url.ts';

export interface ServeBucketsOptions {
  readonly buckets: readonly BucketDefinition[];
  /** For presigned URLs only. */
  readonly presigning: Credentials;
  readonly region: string;
  /** Origins on this machine, by those of the stack. */
  readonly origins: ReadonlyMap<string, string>;
  /** Handles requests that are accepted. */
  readonly accepted: RequestListener;
  /** Handles requests without a presigned URL. */
  readonly others: RequestListener;
}

const refuse = (
  response: ServerResponse,
  { status, code, headersNotSigned = [] }: PresignedProblem,
): void => {
  const details =
    headersNotSigned.length === 0 ? '' : `<HeadersNotSigned>${headersNotSigned}</HeadersNotSigned>`;
  response
    .writeHead(status, { 'Content-Type': 'application/xml', Connection: 'close' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code>${details}</Error>`);
};

/** Removes what only the signature needs. The path stays as received: parsing it would resolve `..`. */
const unsignedUrl = (url: string): string => {
  const [path, query] = partsOf(url);
  for (const name of [...query.keys()]) if (/^x-amz-/i.test(name)) query.delete(name);
  return query.size === 0 ? path : `${path}?${query}`;
};

/** Serves presigned URLs of buckets, and lets the web pages that their CORS rules name use them. */
export const serveBuckets = (options: ServeBucketsOptions): RequestListener => {
  const { buckets, presigning, region, origins, accepted, others } = options;
  const problemOf = createPresignedCheck(presigning, region);

  /** The methods that a page may use; `undefined` if no rule names its origin. */
  const methodsOf = (bucket: BucketDefinition, origin: string | undefined): readonly string[] | undefined =>
    bucket.cors.find((rule) => rule.origins.some((each) => (origins.get(each) ?? each) === origin))?.methods;

  const preflight = (
    message: IncomingMessage,
    response: ServerResponse,
    methods: readonly string[],
  ): void => {
    const { origin = '', 'access-control-request-method': method = '' } = message.headers;
    if (!methods.includes(method)) {
      refuse(response, { status: 403, code: 'AccessForbidden' });
      return;
    }
    response
      .writeHead(200, {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': 'content-type',
        Vary: 'Origin',
      })
      .end();
  };

  return (message, response) => {
    const { method = '', url = '/', headers } = message;
    const bucket = buckets.find(({ name }) => url.startsWith(`/${name}/`));
    const methods = bucket && methodsOf(bucket, headers.origin);
    if (bucket === undefined || !isForThisMachine(message)) others(message, response);
    else if (method === 'OPTIONS') preflight(message, response, methods ?? []);
    else if (!isPresigned(url)) others(message, response);
    else {
      if (methods?.includes(method)) {
        response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '');
        response.setHeader('Vary', 'Origin');
      }
      const problem = problemOf(message);
      if (problem !== undefined) {
        refuse(response, problem);
        return;
      }
      const disposition = partsOf(url)[1].get('response-content-disposition');
      if (disposition !== null) response.setHeader('Content-Disposition', disposition);
      message.url = unsignedUrl(url);
      accepted(message, response);
    }
  };
};

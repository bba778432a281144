import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isForThisMachine } from '../process/caller.ts';
import type { Credentials } from '../settings.ts';
import type { BucketDefinition } from './bucket-definition.ts';
import { isPresigned, presignedProblem } from './presigned-request.ts';

export interface ServeBucketsOptions {
  readonly buckets: readonly BucketDefinition[];
  readonly credentials: Credentials;
  readonly region: string;
  /** Origins on this machine, by those of the stack. */
  readonly origins: ReadonlyMap<string, string>;
  /** Handles requests that are accepted. */
  readonly accepted: RequestListener;
  /** Handles requests without a presigned URL. */
  readonly others: RequestListener;
}

const refuse = (response: ServerResponse, code: string): void => {
  response
    .writeHead(403, { 'Content-Type': 'application/xml', Connection: 'close' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
};

const searchOf = (url: string): URLSearchParams => new URL(url, 'http://localhost').searchParams;

/** Removes what only the signature needs. */
const unsignedUrl = (url: string): string => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  for (const name of [...searchParams.keys()]) if (/^x-amz-/i.test(name)) searchParams.delete(name);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
};

/** Serves presigned URLs of buckets, and lets the web pages that their CORS rules name use them. */
export const serveBuckets = (options: ServeBucketsOptions): RequestListener => {
  const { buckets, credentials, region, origins, accepted, others } = options;

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
      refuse(response, 'AccessForbidden');
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
      const problem = presignedProblem({ method, url, headers }, credentials, region, new Date());
      message.url = unsignedUrl(url);
      if (problem !== undefined) {
        refuse(response, problem);
        return;
      }
      const disposition = searchOf(url).get('response-content-disposition');
      if (disposition !== null) response.setHeader('Content-Disposition', disposition);
      accepted(message, response);
    }
  };
};

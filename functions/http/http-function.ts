import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';
import { invalidRequest } from '../../shared/contract/problems.ts';
import type { FieldsParser } from '../../shared/contract/records/field-selection.ts';
import type { Route } from '../../shared/operations/route.ts';
import { conditionalGet, entityTag, isRead } from './conditional-get.ts';
import { EARLY_ANSWER } from './early-answer.ts';
import type { readBody } from './json-body.ts';
import { problemResponses } from './problem-responses.ts';
import { rateLimitPolicy } from './rate-limit-policy.ts';
import { type RequestParameters, readParameters } from './request.ts';
import { requestLog } from './request-log.ts';
import { fittingResponse, type HttpResponse } from './response.ts';
import { JSON_CONTENT_TYPE, responseHeaders } from './response-headers.ts';

/** A valid request of an authenticated caller. */
export interface HttpRequest<R extends Route, P> extends RequestParameters<R['query']> {
  readonly principal: P;
  readonly body: R['body'] extends z.ZodMiniType ? z.output<R['body']> : undefined;
  /** The IP address of the client. */
  readonly from: string;
  /** The `Idempotency-Key` header, if the operation takes it and the client sent it. */
  readonly idempotencyKey?: string | undefined;
}

/** Decides the success response; everything else is thrown. */
export type HttpHandler<R extends Route, P, B> = (request: HttpRequest<R, P>) => Promise<HttpResponse<B>>;

/** A handler bound to its route. */
export interface Operation<P> {
  readonly route: Route;
  run(event: APIGatewayProxyEvent, principal: P): Promise<HttpResponse>;
}

/** Who calls an API, and what that means for its responses. */
export interface Authenticator<P> {
  /** The caller, from what API Gateway verified. Throws a ProblemError for one who has no access. */
  authenticate(event: APIGatewayProxyEvent): P | Promise<P>;
  /** The caller, for the log. */
  identify(event: APIGatewayProxyEvent): Readonly<Record<string, unknown>>;
  /** Whether clients may keep the responses to reads and confirm them by `ETag`. */
  readonly isCacheable: boolean;
}

type BodyReader = typeof readBody;

const withoutBody: BodyReader = () => {
  throw new Error('The route has a body, which its function cannot read.');
};

/**
 * Binds a handler to its route. Its requests are valid: all that is wrong with others is reported together.
 *
 * @param read `readBody` for routes with a body. Functions without one need not load it, which saves 2.5 KB
 * of 36.
 * @param parseFields for requests with `fields`
 */
export const operation = <R extends Route, P, B>(
  route: R,
  handle: HttpHandler<R, P, B>,
  read: BodyReader = withoutBody,
  parseFields?: FieldsParser,
): Operation<P> & { readonly route: R } => ({
  route,
  run(event, principal) {
    const request = readParameters<R['query']>(route, event, parseFields);
    const document = route.body === undefined ? { body: undefined } : read(route.body, event, route);
    if ('errors' in request || 'errors' in document) {
      throw invalidRequest([
        ...('errors' in request ? request.errors : []),
        ...('errors' in document ? document.errors : []),
      ]);
    }
    return handle({
      ...request.parameters,
      principal,
      // The route's schema has just accepted the body.
      body: document.body as HttpRequest<R, P>['body'],
      from: event.requestContext.identity.sourceIp,
      ...('idempotencyKey' in document && { idempotencyKey: document.idempotencyKey }),
    });
  },
});

/**
 * The `ETag` of a body with cursors. It changes with the day (UTC): cursors expire with the events they lead
 * to, so an unchanged collection must not confirm them for longer.
 */
const entityTagOfPage = (text: string, names: readonly string[]): string =>
  entityTag([text, ...names, new Date().toISOString().slice(0, 10)].join(' '));

const toResult = (
  event: APIGatewayProxyEvent,
  given: HttpResponse,
  isCacheable: boolean,
): APIGatewayProxyResult => {
  const { text, response } = fittingResponse(given);
  const { status: statusCode = 200, unversioned = {}, contentType = JSON_CONTENT_TYPE, headers } = response;
  const names = Object.keys(unversioned);
  // The response to a write may contain a secret, and is not for reuse.
  const cacheControl = isCacheable && isRead(event) ? 'private, no-cache' : 'no-store';
  return {
    statusCode,
    headers: {
      ...responseHeaders(event, contentType, cacheControl),
      ...(isCacheable && { Vary: 'Accept-Encoding' }),
      ...(isCacheable && names.length > 0 && { ETag: entityTagOfPage(text, names) }),
      ...headers,
    },
    body: names.length === 0 ? text : `${text.slice(0, -1)},${JSON.stringify(unversioned).slice(1)}`,
  };
};

/**
 * The Lambda handler of operations of one API: authenticates the caller, validates the request, calls the
 * handler of its route, and sets the headers of the contract.
 *
 * @param translate turns errors of these operations into problems, and returns any other unchanged
 */
export const httpFunction = <P>(
  { authenticate, identify, isCacheable }: Authenticator<P>,
  operations: readonly Operation<P>[],
  translate?: (error: unknown) => unknown,
) => {
  const byRoute = new Map(operations.map((each) => [`${each.route.method} ${each.route.path}`, each]));
  const handler = middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const method = event.httpMethod === 'HEAD' ? 'GET' : event.httpMethod;
    const found = byRoute.get(`${method} ${event.resource}`);
    if (found === undefined) {
      throw new Error(`No operation is declared for ${event.httpMethod} ${event.resource}.`);
    }
    const principal = await authenticate(event);
    return toResult(event, await found.run(event, principal), isCacheable);
  }, EARLY_ANSWER)
    .use(requestLog(identify))
    .use(rateLimitPolicy())
    .use(problemResponses(translate));
  return isCacheable ? handler.use(conditionalGet()) : handler;
};

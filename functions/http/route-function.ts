import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Route } from '../../shared/contract/routes.ts';
import { conditionalGet, entityTag, isRead } from './conditional-get.ts';
import { EARLY_ANSWER } from './early-answer.ts';
import { problemResponses } from './problem-responses.ts';
import { rateLimitPolicy } from './rate-limit-policy.ts';
import { requestLog } from './request-log.ts';
import { JSON_CONTENT_TYPE, responseHeaders } from './response-headers.ts';
import { type RouteRequest, readRequest } from './route-request.ts';

/** The success response of a handler; failures are thrown. */
export interface RouteResponse<B = unknown> {
  /** @default 200 */
  readonly status?: 200 | 201;
  readonly body: B;
  /**
   * Further members of the body: cursors with the time of the scan. Only their names and the day are part of
   * the `ETag`, so that a client may keep values of the same day, which must stay valid that long.
   */
  readonly unversioned?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A smaller response to the same request, for when this one exceeds Lambda's limit. */
  readonly smaller?: () => RouteResponse<B>;
}

/**
 * Adds the response with the first half of a page's items, unless there is only one.
 *
 * @param respond the response with fewer items
 */
export const withSmaller = <I, B>(
  response: RouteResponse<B>,
  items: readonly I[],
  respond: (fewer: readonly I[]) => RouteResponse<B>,
): RouteResponse<B> =>
  items.length <= 1
    ? response
    : { ...response, smaller: () => respond(items.slice(0, Math.ceil(items.length / 2))) };

/** The type of the body follows the schema in the published OpenAPI document. */
export type RouteHandler<R extends Route, B = unknown> = (
  request: RouteRequest<R>,
) => Promise<RouteResponse<B>>;

/** The handler of a change, which also needs the request's body or the client's address. */
export type ChangeHandler<R extends Route, B = unknown> = (
  request: RouteRequest<R>,
  event: APIGatewayProxyEvent,
) => Promise<RouteResponse<B>>;

/**
 * A Lambda response is at most 6 MB as JSON
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), in which the body is a string
 * whose quotes are escaped. The rest is left for headers.
 */
const MAX_BODY_BYTES = 6_000_000;
/** An escaped character takes at most 6 bytes, so a shorter text always fits. */
const CERTAIN_TO_FIT = MAX_BODY_BYTES / 6;

const fits = (text: string): boolean =>
  text.length <= CERTAIN_TO_FIT || Buffer.byteLength(JSON.stringify(text)) <= MAX_BODY_BYTES;

/** A body that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The response, or a smaller one, whose body fits, and the body as JSON. */
export const fittingResponse = <B>(
  response: RouteResponse<B>,
): { readonly text: string; readonly response: RouteResponse<B> } => {
  const { body } = response;
  const text = body instanceof JsonText ? body.text : JSON.stringify(body);
  return fits(text) || response.smaller === undefined
    ? { text, response }
    : fittingResponse(response.smaller());
};

/**
 * The `ETag` of a body with cursors. It changes with the day (UTC): cursors expire with the events they lead
 * to, so an unchanged collection must not confirm them for longer.
 */
const entityTagOfPage = (text: string, names: readonly string[]): string =>
  entityTag([text, ...names, new Date().toISOString().slice(0, 10)].join(' '));

/** The caller, for the log. */
export const identify = ({ requestContext: { authorizer } }: APIGatewayProxyEvent) => ({
  organizationId: authorizer?.['organizationId'],
  keyId: authorizer?.['keyId'],
});

/**
 * The Lambda handler of a route: validates the request, calls `handle`, and sets the headers of the contract.
 */
export const routeFunction = <R extends Route>(route: R, handle: ChangeHandler<R>) =>
  middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { text, response } = fittingResponse(await handle(readRequest(route, event), event));
    const { unversioned = {} } = response;
    const names = Object.keys(unversioned);
    return {
      statusCode: response.status ?? 200,
      headers: {
        // The response to a write may contain a secret, and is not for reuse.
        ...responseHeaders(event, JSON_CONTENT_TYPE, isRead(event) ? 'private, no-cache' : 'no-store'),
        Vary: 'Accept-Encoding',
        ...(names.length > 0 && { ETag: entityTagOfPage(text, names) }),
        ...response.headers,
      },
      body: names.length === 0 ? text : `${text.slice(0, -1)},${JSON.stringify(unversioned).slice(1)}`,
    };
  }, EARLY_ANSWER)
    .use(requestLog(identify))
    .use(rateLimitPolicy())
    .use(problemResponses())
    .use(conditionalGet());

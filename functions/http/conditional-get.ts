import { hash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { headerValues } from './headers.ts';

type Headers = NonNullable<APIGatewayProxyResult['headers']>;

/** Weak, because the gateway may compress the body, which changes its bytes. */
export const entityTag = (body: string): string => `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/** RFC 9110 section 13.1.2: weak comparison with any member of the list; `*` always matches. */
const matches = (tag: string, ifNoneMatch: readonly string[]): boolean =>
  ifNoneMatch
    .flatMap((value) => value.split(','))
    .some((candidate) => candidate.trim() === '*' || opaqueTag(candidate) === opaqueTag(tag));

/**
 * A 304 has no metadata of the body that it omits (RFC 9110 section 15.4.5). API Gateway would add
 * `application/json`, except for an explicit `null`, which the types lack:
 * https://github.com/aws/aws-sam-cli/issues/1218
 */
const withoutContentType = (headers: Headers): Headers =>
  ({ ...headers, 'Content-Type': null }) as unknown as Headers;

/** Whether a request is a `GET` or `HEAD`. */
export const isRead = ({ httpMethod }: Pick<APIGatewayProxyEvent, 'httpMethod'>): boolean =>
  httpMethod === 'GET' || httpMethod === 'HEAD';

/** Adds an `ETag` to each successful read without one, and returns 304 if the client already has it. */
export const conditionalGet = (): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  after: (request) => {
    const { event, response } = request;
    if (response?.statusCode !== 200 || !isRead(event)) return;
    const { ETag: given } = response.headers ?? {};
    const tag = typeof given === 'string' ? given : entityTag(response.body);
    const headers = { ...response.headers, ETag: tag };
    const isUnchanged = matches(tag, headerValues(event.multiValueHeaders, 'if-none-match'));
    if (isUnchanged) request.response = { statusCode: 304, headers: withoutContentType(headers), body: '' };
    else request.response = { ...response, headers, body: event.httpMethod === 'HEAD' ? '' : response.body };
  },
});

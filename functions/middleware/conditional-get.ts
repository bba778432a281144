import { hash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { headerValues } from './headers.ts';

/** Weak, because the gateway may compress the body: the same tag then stands for other bytes. */
const entityTag = (body: string): string => `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

const opaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/** RFC 9110 section 13.1.2: weak comparison with any member of the list; `*` matches whatever exists. */
const matches = (tag: string, ifNoneMatch: readonly string[]): boolean =>
  ifNoneMatch
    .flatMap((value) => value.split(','))
    .some((candidate) => candidate.trim() === '*' || opaqueTag(candidate) === opaqueTag(tag));

/** Gives each success an `ETag`, and answers a request that already holds the same with 304. */
export const conditionalGet = (): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  after: (request) => {
    const { event, response } = request;
    if (response?.statusCode !== 200) return;
    const tag = entityTag(response.body);
    const headers = { ...response.headers, ETag: tag };
    const isUnchanged = matches(tag, headerValues(event.multiValueHeaders, 'if-none-match'));
    if (isUnchanged) request.response = { statusCode: 304, headers, body: '' };
    else request.response = { ...response, headers, body: event.httpMethod === 'HEAD' ? '' : response.body };
  },
});

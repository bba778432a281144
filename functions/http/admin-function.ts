import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { AdminResponseBody } from '../../shared/contract/admin-response-bodies.ts';
import type { AdminRoute } from '../../shared/contract/admin-route.ts';
import { invalidRequest } from '../../shared/contract/problems.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { type AdminPrincipal, adminPrincipalOf, ORGANIZATION_CLAIM } from './admin-principal.ts';
import { EARLY_ANSWER } from './early-answer.ts';
import { readBody } from './json-body.ts';
import { problemResponses } from './problem-responses.ts';
import { requestLog } from './request-log.ts';
import { JSON_CONTENT_TYPE, responseHeaders } from './response-headers.ts';
import { type RequestParameters, readParameters } from './route-request.ts';
import { restrictToStoredUser } from './stored-user.ts';

/** A valid request of the admin API. */
export interface AdminRequest<R extends AdminRoute> extends RequestParameters<R['query']> {
  readonly principal: AdminPrincipal;
  readonly body: R['body'] extends z.ZodMiniType ? z.output<R['body']> : undefined;
}

/** What the handler of a route returns: always a success, since everything else is thrown. */
export interface AdminResponse<R extends AdminRoute = AdminRoute> {
  /** @default 200 */
  readonly status?: 200 | 201 | 202;
  readonly body: AdminResponseBody<R['response']>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type AdminHandler<R extends AdminRoute> = (request: AdminRequest<R>) => Promise<AdminResponse<R>>;

/** An operation of a function, which parses the event and handles it. */
export interface AdminOperation {
  readonly route: AdminRoute;
  run(event: APIGatewayProxyEvent, principal: AdminPrincipal): Promise<AdminResponse>;
}

/** Binds a handler to its route. */
export const adminOperation = <R extends AdminRoute>(route: R, handle: AdminHandler<R>): AdminOperation => ({
  route,
  async run(event, principal) {
    const read = readParameters<R['query']>(route, event);
    const document = route.body === undefined ? { body: undefined } : readBody(route.body, event);
    if ('errors' in read || 'errors' in document) {
      throw invalidRequest([
        ...('errors' in read ? read.errors : []),
        ...('errors' in document ? document.errors : []),
      ]);
    }
    // The route's schema has just accepted the body.
    return handle({ ...read.parameters, principal, body: document.body as AdminRequest<R>['body'] });
  },
});

export interface AdminFunctionOptions {
  readonly operations: readonly AdminOperation[];
  /** The app client whose tokens are accepted. */
  readonly clientId: string;
  /** Reads the stored user of each request, who may be disabled or no longer an admin. */
  readonly users: TableReader;
  /** Translates errors of these operations into problems. */
  readonly translate?: (error: unknown) => unknown;
}

const identify = ({ requestContext: { authorizer } }: APIGatewayProxyEvent) => ({
  organizationId: authorizer?.['claims']?.[ORGANIZATION_CLAIM],
  userId: authorizer?.['claims']?.sub,
});

/** The Lambda handler of a group of admin operations. */
export const adminFunction = ({ operations, clientId, users, translate }: AdminFunctionOptions) => {
  const byName = new Map(operations.map((each) => [`${each.route.method} ${each.route.path}`, each]));
  return middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const operation = byName.get(`${event.httpMethod} ${event.resource}`);
    if (operation === undefined) {
      throw new Error(`No operation is declared for ${event.httpMethod} ${event.resource}.`);
    }
    const principal = await restrictToStoredUser(users, adminPrincipalOf(event, clientId));
    const { status = 200, body, headers } = await operation.run(event, principal);
    return {
      statusCode: status,
      headers: {
        ...responseHeaders(event, JSON_CONTENT_TYPE, 'no-store'),
        ...headers,
      },
      body: JSON.stringify(body),
    };
  }, EARLY_ANSWER)
    .use(requestLog(identify))
    .use(problemResponses(translate));
};

import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { AdminResponseBody } from '../../shared/contract/admin-response-bodies.ts';
import { ProblemError } from '../../shared/contract/problems.ts';
import type { AdminRoute } from '../../shared/operations/route.ts';
import { createRequestCounter, type RequestCounter } from '../../shared/organizations/users/request-limit.ts';
import { readUser } from '../../shared/organizations/users/user-repository.ts';
import {
  REQUEST_LIMITS_VARIABLE,
  requiredVariable,
  TABLE_NAME_VARIABLE,
  USER_POOL_CLIENT_ID_VARIABLE,
} from '../../shared/runtime/environment.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import { createSignedCalls } from '../../shared/table/signed-calls/signed-calls.ts';
import {
  type Authenticator,
  type HttpHandler,
  httpFunction,
  type Operation,
  operation,
} from './http-function.ts';
import { readBody } from './json-body.ts';
import { type DeclaredRoute, proxiedRoutes } from './proxied-routes.ts';
import { ORGANIZATION_CLAIM, type UserPrincipal, userPrincipalOf } from './user-principal.ts';

/** The handler of an operation of the admin API. */
export type AdminHandler<R extends AdminRoute> = HttpHandler<
  R,
  UserPrincipal,
  AdminResponseBody<R['response']>
>;

/** An operation of the admin API. */
export type AdminOperation = Operation<UserPrincipal>;

/** Binds a handler to its route. */
export const adminOperation = <R extends AdminRoute>(route: R, handle: AdminHandler<R>): AdminOperation =>
  operation<R, UserPrincipal, AdminResponseBody<R['response']>>(route, handle, readBody);

/**
 * Throws `forbidden` unless the caller is an admin.
 *
 * @param what completes "Only an admin of your organization can …"
 */
export const requireAdmin = ({ role }: UserPrincipal, what: string): void => {
  if (role !== 'admin')
    throw new ProblemError('forbidden', `Only an admin of your organization can ${what}.`);
};

/**
 * Binds handlers to routes that only admins may use.
 *
 * @param what completes "Only an admin of your organization can …"
 */
export const forAdminsTo =
  (what: string) =>
  <R extends AdminRoute>(route: R, handle: AdminHandler<R>): AdminOperation =>
    adminOperation<R>(route, (request) => {
      requireAdmin(request.principal, what);
      return handle(request);
    });

/**
 * The caller with the role that is stored now, if that allows less: ID tokens stay valid for minutes after a
 * user was disabled or is no longer an admin. The role of an identity provider's later sign-in is not stored
 * yet. 1 read unit per request.
 *
 * @throws ProblemError `forbidden` for a disabled or removed user
 */
export const restrictToStoredUser = async (
  reader: TableReader,
  principal: UserPrincipal,
): Promise<UserPrincipal> => {
  const stored = await readUser(reader, principal.organizationId, principal.actor.id);
  if (stored === undefined) {
    // The first request of an identity provider's user. Users with a password are stored with their
    // invitation.
    if (principal.identityProvider !== undefined) return principal;
    throw new ProblemError(
      'forbidden',
      'You no longer belong to this organization. Ask an admin of the organization to invite you.',
    );
  }
  const { isDisabled, role, lastSignInAt } = stored.user;
  if (isDisabled) {
    throw new ProblemError('forbidden', 'Your account is disabled. Contact an admin of your organization.');
  }
  const { identityProvider, signedInAt = '' } = principal;
  if (identityProvider !== undefined && signedInAt > (lastSignInAt ?? '')) return principal;
  return role === 'member' ? { ...principal, role } : principal;
};

const identify = ({ requestContext: { authorizer } }: APIGatewayProxyEvent) => ({
  organizationId: authorizer?.['claims']?.[ORGANIZATION_CLAIM],
  userId: authorizer?.['claims']?.sub,
});

/**
 * Refuses a user who sends more requests than a person does, or whose organization does.
 *
 * @throws ProblemError `rate-limit-exceeded`
 */
const refuseFloods = async (
  count: RequestCounter,
  { organizationId, actor }: UserPrincipal,
): Promise<void> => {
  const seconds = await count({ organizationId, userId: actor.id }, new Date());
  if (seconds === undefined) return;
  throw new ProblemError(
    'rate-limit-exceeded',
    'You or your organization sent too many requests this minute. Retry after the `Retry-After` delay.',
    { headers: { 'Retry-After': String(seconds) } },
  );
};

/**
 * Users who have signed in to the console.
 *
 * @param clientId the app client whose tokens are accepted
 */
const signedInUsers = (
  users: TableReader,
  count: RequestCounter,
  clientId: string,
): Authenticator<UserPrincipal> => ({
  async authenticate(event) {
    const principal = userPrincipalOf(event, clientId);
    const [restricted] = await Promise.all([
      restrictToStoredUser(users, principal),
      refuseFloods(count, principal),
    ]);
    return restricted;
  },
  identify,
  isCacheable: false,
});

const createRequestCounterFromEnv = (): RequestCounter =>
  createRequestCounter(
    createSignedCalls(),
    requiredVariable(TABLE_NAME_VARIABLE),
    JSON.parse(requiredVariable(REQUEST_LIMITS_VARIABLE)),
    (error) => console.warn({ warning: 'A request could not be counted.', error: String(error) }),
  );

/**
 * The Lambda handler of operations of the admin API. Reads the app client from the environment.
 *
 * @param users has the stored user of each request, who may be disabled or no longer an admin
 * @param translate turns errors of these operations into problems, and returns any other unchanged
 * @param routes those of all methods of their paths. @default those of the operations
 * @param count counts each request. @default in the table, with the limits, of the environment
 */
export const adminFunction = (
  users: TableReader,
  operations: readonly AdminOperation[],
  translate?: (error: unknown) => unknown,
  routes: readonly DeclaredRoute[] = operations.map(({ route }) => route),
  count: RequestCounter = createRequestCounterFromEnv(),
) =>
  httpFunction(
    signedInUsers(users, count, requiredVariable(USER_POOL_CLIENT_ID_VARIABLE)),
    operations,
    translate,
  ).use(proxiedRoutes(routes));

import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Actor } from '../../shared/audit-log/audit-entry.ts';
import { OWN_PROVIDER_PREFIX } from '../../shared/contract/organizations/single-sign-on.ts';
import {
  ORGANIZATION_ATTRIBUTE,
  PROVIDER_CLAIM,
  REFUSAL_CLAIM,
  type Refusal,
  type Role,
} from '../../shared/contract/organizations/users.ts';
import { ProblemError } from '../../shared/contract/problems.ts';
import { timestampOf } from '../../shared/domain/timestamp.ts';
import { isUuid } from '../../shared/domain/uuid.ts';
import type { IdentityProviderOfUser } from '../../shared/organizations/users/user.ts';

/** A signed-in user. Organization and role come from the verified token alone. */
export interface UserPrincipal {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly role: Role;
  /** Absent for a user with a password. */
  readonly identityProvider?: IdentityProviderOfUser;
  /** When the user signed in, in the stored form. Absent if the token does not say. */
  readonly signedInAt?: string | undefined;
}

/** The claim with the organization that the token is for, which users cannot set. */
export const ORGANIZATION_CLAIM = `custom:${ORGANIZATION_ATTRIBUTE}`;
const GROUPS_CLAIM = 'cognito:groups';

type Claims = Readonly<Record<string, string | undefined>>;

/** The claims of the token that API Gateway verified. Throws when the method has no authorizer. */
const claimsOf = (event: APIGatewayProxyEvent): Claims => {
  const claims: unknown = event.requestContext.authorizer?.['claims'];
  if (typeof claims !== 'object' || claims === null) {
    throw new Error('The request carries no claims: the method has no authorizer.');
  }
  return claims as Claims;
};

/**
 * The list of groups as text. The format is undocumented: REST APIs have `admin,member`, HTTP APIs
 * `[admin member]`.
 */
const isAdmin = (claims: Claims): boolean =>
  (claims[GROUPS_CLAIM] ?? '').split(/[\s,[\]]+/).includes('admin' satisfies Role);

/** The time of a claim, which API Gateway passes on as text: seconds since 1970. */
const timeOf = (claim: string | undefined): string | undefined =>
  claim !== undefined && /^\d{1,10}$/.test(claim) ? timestampOf(new Date(Number(claim) * 1_000)) : undefined;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  'no-group':
    'Your organization’s sign-in gives you no role in this service. ' +
    'Ask its administrator to add you to a group with access, then sign in again.',
  'no-membership':
    'Your account is disabled in all of your organizations. Contact an admin of your organization.',
  'no-provider':
    'Your organization’s sign-in is not set up for this service, or not for your email address. ' +
    'Contact the operator of this service.',
  'provider-off':
    'This was a test: single sign-on is off for your organization. Its admins see the result under Single ' +
    'sign-on, where they can switch it on.',
  'no-organization':
    'Your organization does not exist in this service. Contact the operator of this service.',
};

const isRefusal = (claim: string | undefined): claim is Refusal =>
  claim !== undefined && Object.hasOwn(REFUSALS, claim);

const identityProviderOf = (claims: Claims) => {
  const { [PROVIDER_CLAIM]: name, 'cognito:username': username } = claims;
  return name === undefined || username === undefined ? {} : { identityProvider: { name, username } };
};

const forbidden = (detail: string): ProblemError => new ProblemError('forbidden', detail);

/**
 * Whether a token is for this service: for the app client of the console, or for one of an identity provider,
 * to which the trigger that sets these claims keeps the provider.
 */
const isForThisService = (claims: Claims, clientId: string): boolean =>
  claims['aud'] === clientId ||
  claims[PROVIDER_CLAIM]?.startsWith(OWN_PROVIDER_PREFIX) === true ||
  claims[REFUSAL_CLAIM] !== undefined;

/**
 * The caller. API Gateway verified signature, issuer, expiry and audience; checking audience and token use
 * here again guards against a misconfigured authorizer.
 *
 * @param clientId the app client of the console
 */
export const userPrincipalOf = (event: APIGatewayProxyEvent, clientId: string): UserPrincipal => {
  const claims = claimsOf(event);
  const { sub, email, token_use: use } = claims;
  if (use !== 'id' || !isForThisService(claims, clientId) || sub === undefined || sub === '') {
    throw forbidden('The token is not an ID token of this service. Send the ID token from your sign-in.');
  }
  const organizationId = claims[ORGANIZATION_CLAIM] ?? '';
  if (!isUuid(organizationId)) {
    const refusal = claims[REFUSAL_CLAIM];
    if (isRefusal(refusal)) throw forbidden(REFUSALS[refusal]);
    throw forbidden('Your account does not belong to an organization. Contact the operator of this service.');
  }
  const from = event.requestContext.identity.sourceIp;
  return {
    organizationId,
    actor: { id: sub, name: email ?? sub, from },
    role: isAdmin(claims) ? 'admin' : 'member',
    ...identityProviderOf(claims),
    signedInAt: timeOf(claims['auth_time']),
  };
};

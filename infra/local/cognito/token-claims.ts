import { attributesOf } from './user-attributes.ts';
import type { UserPoolDefinition } from './user-pool.ts';
import type { UserPoolClient } from './user-pool-client.ts';
import type { StoredUser } from './user-store.ts';

/** A claim that is true or false in ID tokens; in attributes it is text. */
const BOOLEAN_CLAIMS: ReadonlySet<string> = new Set(['email_verified', 'phone_number_verified']);

const EMAIL_CLAIMS: ReadonlySet<string> = new Set(['email', 'email_verified']);

/**
 * What a client learns of a user's attributes: what it may read and the scopes cover. `openid` alone covers
 * everything, `profile` too, and `email` the email.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html
 */
const readableAttributes = (
  user: StoredUser,
  client: UserPoolClient,
  scopes: ReadonlySet<string>,
): Readonly<Record<string, string>> => {
  const isAll = scopes.has('profile') || !scopes.has('email');
  const isReadable = (name: string): boolean =>
    client.readAttributes.includes(name) && (isAll || EMAIL_CLAIMS.has(name));
  return Object.fromEntries(Object.entries(attributesOf(user)).filter(([name]) => isReadable(name)));
};

const groupClaim = ({ groups }: StoredUser) => (groups.length === 0 ? {} : { 'cognito:groups': groups });

/**
 * The claims of an ID token besides those that say who issued it to whom and when.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export const idTokenClaims = (user: StoredUser, client: UserPoolClient, scopes: ReadonlySet<string>) => {
  const attributes = Object.entries(readableAttributes(user, client, scopes)).map(([name, value]) => [
    name,
    BOOLEAN_CLAIMS.has(name) ? value === 'true' : value,
  ]);
  return {
    ...Object.fromEntries(attributes),
    sub: user.sub,
    token_use: 'id',
    'cognito:username': user.sub,
    ...groupClaim(user),
  };
};

/**
 * The claims of an access token besides those that say who issued it to whom and when.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
export const accessTokenClaims = (user: StoredUser, client: UserPoolClient, scope: string) => ({
  sub: user.sub,
  token_use: 'access',
  client_id: client.id,
  username: user.sub,
  scope,
  ...groupClaim(user),
});

/** What `/oauth2/userInfo` answers: everything is text there. */
export const userInfoClaims = (user: StoredUser, client: UserPoolClient, scopes: ReadonlySet<string>) => ({
  ...readableAttributes(user, client, scopes),
  sub: user.sub,
  username: user.sub,
});

/** The names of all claims that there may be. */
export const claimNames = ({ attributes }: UserPoolDefinition): readonly string[] => [
  'sub',
  'auth_time',
  'token_use',
  'username',
  'cognito:username',
  'cognito:groups',
  ...attributes.map(({ name }) => name),
];

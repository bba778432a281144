import type { UserPoolClient } from '../pool/user-pool-client.ts';
import type { StoredUser } from '../users/user-store.ts';

const groupClaim = ({ groups }: StoredUser) => (groups.length === 0 ? {} : { 'cognito:groups': groups });

/**
 * The claims of an ID token about the user. `email_verified` is text in attributes, but a boolean in tokens.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export const idTokenClaims = (user: StoredUser, { readAttributes }: UserPoolClient) => {
  const attributes = Object.entries({ ...user.attributes, email: user.email })
    .filter(([name]) => readAttributes.includes(name))
    .map(([name, value]) => [name, name === 'email_verified' ? value === 'true' : value]);
  return {
    ...Object.fromEntries(attributes),
    sub: user.sub,
    token_use: 'id',
    'cognito:username': user.sub,
    ...groupClaim(user),
  };
};

/** The names of all claims of an ID token. */
export const claimNames = ({ readAttributes }: UserPoolClient): readonly string[] => [
  'sub',
  'auth_time',
  'token_use',
  'cognito:username',
  'cognito:groups',
  ...readAttributes,
];

/**
 * The claims of an access token about user and client.
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

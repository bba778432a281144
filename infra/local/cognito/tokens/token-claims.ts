import { PROVIDER_CLAIM, REFUSAL_CLAIM } from '../../../../shared/contract/organizations/users.ts';
import type { UserPoolClient } from '../pool/user-pool-client.ts';
import { type StoredUser, usernameOf } from '../users/user-store.ts';

/**
 * The claims of an ID token about the user. `email_verified` is text in attributes, but a boolean in tokens.
 *
 * @see
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 */
export const idTokenClaims = (user: StoredUser, { readAttributes }: UserPoolClient) => {
  const attributes = Object.entries({ ...user.attributes, email: user.email })
    .filter(([name]) => readAttributes.includes(name))
    .map(([name, value]) => [name, name === 'email_verified' ? value === 'true' : value]);
  return {
    ...Object.fromEntries(attributes),
    sub: user.sub,
    token_use: 'id',
    'cognito:username': usernameOf(user),
    ...(user.groups.length === 0 ? {} : { 'cognito:groups': user.groups }),
  };
};

/** The names of all claims of an ID token. */
export const claimNames = ({ readAttributes }: UserPoolClient): readonly string[] => [
  'sub',
  'auth_time',
  'token_use',
  'cognito:username',
  'cognito:groups',
  // From the trigger.
  PROVIDER_CLAIM,
  REFUSAL_CLAIM,
  ...readAttributes,
];

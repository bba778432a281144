import { z } from 'zod';
import { CognitoError } from './operation.ts';
import type { UserPoolDefinition } from './user-pool.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** What operations on one user have in common. `Username` is the `sub` or the email. */
export const userInput = { UserPoolId: z.string(), Username: z.string().min(1).max(128) };

/** @throws CognitoError unless the id is that of the pool */
export const checkPool = (pool: UserPoolDefinition, id: string): void => {
  if (id !== pool.id) {
    throw new CognitoError('ResourceNotFoundException', `User pool ${id} does not exist.`);
  }
};

/** @throws CognitoError unless there are such a pool and such a user */
export const existingUser = (
  pool: UserPoolDefinition,
  users: UserStore,
  { UserPoolId: poolId, Username: name }: { readonly UserPoolId: string; readonly Username: string },
): StoredUser => {
  checkPool(pool, poolId);
  const user = users.bySub(name) ?? users.byEmail(name);
  if (user !== undefined) return user;
  throw new CognitoError('UserNotFoundException', 'User does not exist.');
};

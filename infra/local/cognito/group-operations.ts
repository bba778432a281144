import { z } from 'zod';
import { CognitoError, limitSchema, type Operations, operation, pageOf } from './operation.ts';
import { existingUser, userInput } from './user-lookup.ts';
import type { UserPoolDefinition } from './user-pool.ts';
import type { UserStore } from './user-store.ts';

const membershipSchema = z.object({ ...userInput, GroupName: z.string() });

/** Who is in which of the groups that the stack declares. */
export const groupOperations = (pool: UserPoolDefinition, users: UserStore): Operations => {
  const membership = (change: (groups: readonly string[], name: string) => string[]) =>
    operation(membershipSchema, async (input) => {
      const user = existingUser(pool, users, input);
      if (!pool.groups.includes(input.GroupName)) {
        throw new CognitoError('ResourceNotFoundException', 'Group not found.');
      }
      await users.put({ ...user, groups: change(user.groups, input.GroupName), updatedAt: Date.now() });
      return {};
    });

  return {
    AdminAddUserToGroup: membership((groups, name) => [...new Set([...groups, name])]),
    AdminRemoveUserFromGroup: membership((groups, name) => groups.filter((other) => other !== name)),
    AdminListGroupsForUser: operation(
      z.object({ ...userInput, Limit: limitSchema, NextToken: z.string().optional() }),
      async (input) => {
        const { page, next } = pageOf(existingUser(pool, users, input).groups, input.Limit, input.NextToken);
        return {
          Groups: page.map((GroupName) => ({ GroupName, UserPoolId: pool.id })),
          NextToken: next,
        };
      },
    ),
  };
};

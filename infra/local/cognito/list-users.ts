import { z } from 'zod';
import { CognitoError, limitSchema, type Operations, operation, pageOf } from './operation.ts';
import { attributesToWire, toWire } from './user-attributes.ts';
import { checkPool } from './user-lookup.ts';
import type { UserPoolDefinition } from './user-pool.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** Such as `email = "a@example.com"`; a backslash escapes a quotation mark. */
const FILTER = /^\s*"?(?<name>\w+)"?\s*=\s*"(?<value>(?:[^"\\]|\\.)*)"\s*$/;

const findUsers = (users: UserStore, filter: string | undefined): readonly StoredUser[] => {
  if (filter === undefined || filter === '') return users.all();
  const { name, value = '' } = FILTER.exec(filter)?.groups ?? {};
  const wanted = value.replaceAll(/\\(.)/g, '$1');
  if (name !== 'email' && name !== 'sub') {
    throw new CognitoError(
      'InvalidParameterException',
      `The local Cognito knows filters such as email = "a@example.com" or sub = "...", not ${filter}.`,
    );
  }
  const user = name === 'email' ? users.byEmail(wanted) : users.bySub(wanted);
  return user === undefined ? [] : [user];
};

const listSchema = z.object({
  UserPoolId: z.string(),
  Filter: z.string().optional(),
  Limit: limitSchema,
  PaginationToken: z.string().optional(),
  AttributesToGet: z.array(z.string()).optional(),
});

/** Finds users, page by page. */
export const listOperations = (pool: UserPoolDefinition, users: UserStore): Operations => ({
  ListUsers: operation(listSchema, async (input) => {
    checkPool(pool, input.UserPoolId);
    const { page, next } = pageOf(findUsers(users, input.Filter), input.Limit, input.PaginationToken);
    const isWanted = ({ Name }: { readonly Name: string }): boolean =>
      input.AttributesToGet?.includes(Name) ?? true;
    return {
      Users: page.map((user) => ({
        ...toWire(user),
        Attributes: attributesToWire(user).filter(isWanted),
      })),
      PaginationToken: next,
    };
  }),
});

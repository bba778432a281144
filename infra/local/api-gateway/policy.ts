import { z } from 'zod';

const oneOrMore = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
});

/**
 * The policy of an authorizer's result. Strict: `Condition`, `NotAction` and `NotResource`, which the runner
 * does not evaluate, make it malformed rather than meaning something else here than on AWS.
 */
export const policySchema = z.strictObject({
  Version: z.string().optional(),
  Id: z.string().optional(),
  Statement: z.union([statementSchema.transform((statement) => [statement]), z.array(statementSchema)]),
});
export type Policy = z.infer<typeof policySchema>;

const INVOKE = 'execute-api:invoke';

/** `*` stands for any characters, none included, and `?` for exactly one. */
const matches = (pattern: string, text: string): boolean => {
  const escaped = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 's').test(text);
};

/** Whether a policy lets its holder call a method: an explicit Deny wins, and nothing that matches is a Deny. */
export const isAllowed = (policy: Policy, methodArn: string): boolean => {
  const effects = policy.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((action) => matches(action.toLowerCase(), INVOKE)) &&
      Resource.some((resource) => matches(resource, methodArn)),
  ).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

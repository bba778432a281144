import { conditionsHold, matchesPattern } from './conditions.ts';
import { type AccessRequest, listOf, type Statement } from './policy.ts';

/** The policies that apply to a request. */
export interface Policies {
  /** Policies of the calling role. */
  readonly identity: readonly Statement[];
  /** Policies of the requested resource, if it has one. */
  readonly resource?: readonly Statement[] | undefined;
}

const matchesAction = ({ Action }: Statement, action: string): boolean =>
  // Actions are case-insensitive:
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_action.html
  listOf(Action).some((pattern) => matchesPattern(pattern.toLowerCase(), action.toLowerCase()));

const speaksOf = (statement: Statement, request: AccessRequest): boolean =>
  matchesAction(statement, request.action) &&
  listOf(statement.Resource ?? []).some((pattern) => matchesPattern(pattern, request.resource)) &&
  conditionsHold(statement.Condition, request.context);

const accountOf = (arn: string): string | undefined => /^arn:aws:iam::(\d+):/.exec(arn)?.[1];

/**
 * How a resource policy matches the principal: directly (itself or `*`), or through its account, which defers
 * to identity policies.
 */
const namingOf = ({ Principal }: Statement, principal: string): 'direct' | 'account' | 'none' => {
  if (Principal === undefined) return 'none';
  if (Principal === '*') return 'direct';
  const named = Object.values(Principal).flatMap(listOf);
  if (named.includes('*') || named.includes(principal)) return 'direct';
  const account = accountOf(principal);
  return account !== undefined && named.includes(`arn:aws:iam::${account}:root`) ? 'account' : 'none';
};

/**
 * Whether AWS allows a same-account request: no policy denies it, and an identity or resource policy allows
 * it. A KMS key is different: its own policy must allow the request or defer to the account
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html,
 * https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-overview.html).
 */
export const isAllowed = ({ identity, resource = [] }: Policies, request: AccessRequest): boolean => {
  const ofIdentity = identity.filter((statement) => speaksOf(statement, request));
  const ofResource = resource
    .filter((statement) => speaksOf(statement, request))
    .map((statement) => ({ effect: statement.Effect, naming: namingOf(statement, request.principal) }))
    .filter(({ naming }) => naming !== 'none');
  const isDenied =
    ofIdentity.some(({ Effect }) => Effect === 'Deny') || ofResource.some(({ effect }) => effect === 'Deny');
  if (isDenied) return false;
  const isOfIdentity = ofIdentity.length > 0;
  if (ofResource.some(({ naming }) => naming === 'direct')) return true;
  if (!request.action.startsWith('kms:')) return isOfIdentity;
  return isOfIdentity && ofResource.some(({ naming }) => naming === 'account');
};

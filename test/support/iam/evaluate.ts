import { conditionsHold, matchesPattern } from './conditions.ts';
import { type AccessRequest, listOf, type Statement } from './policy.ts';

/** The policies that speak about a request. */
export interface Policies {
  /** Of the role that asks. */
  readonly identity: readonly Statement[];
  /** Of the resource that is asked for, if it has one. */
  readonly resource?: readonly Statement[] | undefined;
}

const matchesAction = ({ Action }: Statement, action: string): boolean =>
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_action.html: any letter case.
  listOf(Action).some((pattern) => matchesPattern(pattern.toLowerCase(), action.toLowerCase()));

const speaksOf = (statement: Statement, request: AccessRequest): boolean =>
  matchesAction(statement, request.action) &&
  listOf(statement.Resource ?? []).some((pattern) => matchesPattern(pattern, request.resource)) &&
  conditionsHold(statement.Condition, request.context);

const accountOf = (arn: string): string | undefined => /^arn:aws:iam::(\d+):/.exec(arn)?.[1];

/** How a resource's policy names who asks: itself, everybody, or the whole account, which leaves it to the identity's policies. */
const namingOf = ({ Principal }: Statement, principal: string): 'direct' | 'account' | 'none' => {
  if (Principal === undefined) return 'none';
  if (Principal === '*') return 'direct';
  const named = Object.values(Principal).flatMap(listOf);
  if (named.includes('*') || named.includes(principal)) return 'direct';
  const account = accountOf(principal);
  return account !== undefined && named.includes(`arn:aws:iam::${account}:root`) ? 'account' : 'none';
};

/**
 * Whether AWS lets a request of the same account through: nothing denies it, and the identity's policies or those of
 * the resource allow it. A KMS key is different: its own policy has to allow the request, or leave it to the account
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

import {
  PROVIDER_CLAIM,
  PROVIDER_ROLE_ATTRIBUTE,
  ROLES,
} from '../../../shared/contract/organizations/users.ts';
import { isOwnEmail, readProviderRules } from '../../../shared/organizations/federation/provider-rules.ts';
import { readOrganization } from '../../../shared/organizations/organization.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import { describeMember } from './describe-member.ts';
import type { TokenGenerationEvent, TokenGenerationResponse } from './events.ts';
import { ORGANIZATION_CLAIM, refuseOrganization } from './refuse-organization.ts';

/** The providers that a profile names; `undefined` for a user with a password. */
const providersOf = (identities: string | undefined): readonly unknown[] | undefined => {
  if (identities === undefined) return undefined;
  const parsed: unknown = JSON.parse(identities);
  const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return all.map((identity) => Object(identity).providerName);
};

/**
 * Gives the user of an identity provider the provider's organization and the role of the last sign-in, and a
 * user with a password the chosen organization and the role there. A token without an organization allows
 * nothing.
 *
 * @throws if the table cannot be read: Cognito then issues no token
 */
export const describeUser = async (
  reader: TableReader,
  { request: { userAttributes }, callerContext }: Pick<TokenGenerationEvent, 'request' | 'callerContext'>,
): Promise<TokenGenerationResponse> => {
  const names = providersOf(userAttributes['identities']);
  if (names === undefined) return describeMember(reader, userAttributes['sub'] ?? '');
  const [name, ...others] = names;
  const isOne = typeof name === 'string' && others.length === 0;
  const rules = isOne ? await readProviderRules(reader, name) : undefined;
  if (rules === undefined || !isOwnEmail(rules, userAttributes['email'] ?? ''))
    return refuseOrganization('no-provider');
  const { isOn, appClientId = callerContext.clientId } = rules;
  if (appClientId !== callerContext.clientId) return refuseOrganization('no-provider');
  if (!isOn) return refuseOrganization('provider-off');
  const role = ROLES.find((each) => each === userAttributes[`custom:${PROVIDER_ROLE_ATTRIBUTE}`]);
  if (role === undefined) return refuseOrganization('no-group');
  // Rules outlive an organization that a restored table does not have.
  if ((await readOrganization(reader, rules.organizationId)) === undefined) {
    return refuseOrganization('no-organization');
  }
  return {
    claimsOverrideDetails: {
      claimsToAddOrOverride: {
        [ORGANIZATION_CLAIM]: rules.organizationId,
        [PROVIDER_CLAIM]: rules.name,
      },
      claimsToSuppress: [],
      // Cognito adds its own group for each provider.
      groupOverrideDetails: { groupsToOverride: [role] },
    },
  };
};

import {
  ORGANIZATION_ATTRIBUTE,
  PROVIDER_CLAIM,
  PROVIDER_ROLE_ATTRIBUTE,
  REFUSAL_CLAIM,
  type Refusal,
  ROLES,
} from '../../shared/contract/users.ts';
import { isOwnEmail, type ProviderRules } from '../../shared/federation/provider-rules.ts';
import type { TokenGenerationEvent, TokenGenerationResponse } from './events.ts';

const ORGANIZATION_CLAIM = `custom:${ORGANIZATION_ATTRIBUTE}`;

/** The providers that a profile names; `undefined` for a user with a password. */
const providersOf = (identities: string | undefined): readonly unknown[] | undefined => {
  if (identities === undefined) return undefined;
  const parsed: unknown = JSON.parse(identities);
  const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return all.map((identity) => Object(identity).providerName);
};

const refused = (refusal: Refusal): TokenGenerationResponse => ({
  claimsOverrideDetails: {
    claimsToAddOrOverride: { [REFUSAL_CLAIM]: refusal },
    claimsToSuppress: [ORGANIZATION_CLAIM],
    groupOverrideDetails: { groupsToOverride: [] },
  },
});

/**
 * Gives the user of an identity provider the provider's organization and the role of the last sign-in. Tokens of users
 * with a password stay as they are. A token without an organization allows nothing.
 */
export const describeUser = (
  providers: readonly ProviderRules[],
  { userAttributes }: TokenGenerationEvent['request'],
): TokenGenerationResponse => {
  const names = providersOf(userAttributes['identities']);
  if (names === undefined) return {};
  const [name, ...others] = names;
  const rules = others.length > 0 ? undefined : providers.find((each) => each.name === name);
  if (rules === undefined || !isOwnEmail(rules, userAttributes['email'] ?? '')) return refused('no-provider');
  const role = ROLES.find((each) => each === userAttributes[`custom:${PROVIDER_ROLE_ATTRIBUTE}`]);
  if (role === undefined) return refused('no-group');
  return {
    claimsOverrideDetails: {
      claimsToAddOrOverride: {
        [ORGANIZATION_CLAIM]: rules.organizationId,
        [PROVIDER_CLAIM]: rules.name,
      },
      claimsToSuppress: [],
      // Cognito adds a group of its own for each provider.
      groupOverrideDetails: { groupsToOverride: [role] },
    },
  };
};

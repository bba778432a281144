import { PROVIDER_ROLE_ATTRIBUTE } from '../../../shared/contract/organizations/users.ts';
import { claimValues } from '../../../shared/organizations/federation/claim-values.ts';
import {
  isOwnEmail,
  readProviderRules,
  roleOfGroups,
} from '../../../shared/organizations/federation/provider-rules.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { InboundFederationEvent, InboundFederationResponse } from './events.ts';

/**
 * Stored for a user in no group with a role, because Cognito keeps the value of an attribute that is omitted.
 */
const NO_ROLE = 'none';

const refuse = (provider: string, reason: string): never => {
  console.warn({ warning: 'A sign-in was refused.', provider, reason });
  throw new Error(reason);
};

/**
 * Reduces what an identity provider says of a user to the subject, the email and the role, so that it can set
 * nothing else.
 *
 * @throws Error if the provider is not connected to an organization, the email is missing or of a domain
 *   that is not the provider's, or the table cannot be read. Cognito then refuses the sign-in and stores
 * nothing.
 */
export const admitUser = async (
  reader: TableReader,
  { providerName, attributes }: InboundFederationEvent['request'],
): Promise<InboundFederationResponse> => {
  const rules = await readProviderRules(reader, providerName);
  if (rules === undefined) {
    return refuse(providerName, 'The identity provider is not connected to an organization.');
  }
  // Cognito, too, prefers the ID token.
  const claims = { ...attributes.userInfo, ...attributes.idToken, ...attributes.samlResponse };
  const email = [...claimValues(claims[rules.claims.email])].find((value) => value.includes('@')) ?? '';
  if (!isOwnEmail(rules, email)) {
    return refuse(providerName, 'The identity provider returned no email address in its domains.');
  }
  if (String(claims['email_verified'] ?? true) !== 'true') {
    return refuse(providerName, 'The identity provider has not verified the email address.');
  }
  const role = roleOfGroups(rules, claimValues(claims[rules.claims.groups])) ?? NO_ROLE;
  const { sub } = claims;
  return {
    userAttributesToMap: {
      // Names the user at an OpenID provider; SAML has its own identifier.
      ...(typeof sub === 'string' ? { sub } : {}),
      email: email.toLowerCase(),
      [`custom:${PROVIDER_ROLE_ATTRIBUTE}`]: role,
    },
  };
};

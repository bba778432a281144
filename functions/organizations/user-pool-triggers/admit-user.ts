import { PROVIDER_ROLE_ATTRIBUTE, type Role } from '../../../shared/contract/organizations/users.ts';
import { claimValues } from '../../../shared/organizations/federation/claim-values.ts';
import {
  isOwnEmail,
  type ProviderRules,
  readProviderRules,
  roleOfGroups,
} from '../../../shared/organizations/federation/provider-rules.ts';
import type { RecordTest } from '../../../shared/organizations/federation/record-test.ts';
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

/** What the rules make of the claims of a user. */
const judge = (
  rules: ProviderRules,
  claims: Readonly<Record<string, unknown>>,
): {
  readonly email: string;
  readonly groups: readonly string[];
  readonly role: Role | null;
  readonly refusal: string | null;
} => {
  const email = [...claimValues(claims[rules.claims.email])].find((value) => value.includes('@')) ?? '';
  const groups = claimValues(claims[rules.claims.groups]);
  const user = { email, groups: [...groups], role: roleOfGroups(rules, groups) ?? null };
  if (!isOwnEmail(rules, email)) {
    return { ...user, refusal: 'The identity provider returned no email address in its domains.' };
  }
  if (String(claims['email_verified'] ?? true) !== 'true') {
    return { ...user, refusal: 'The identity provider has not verified the email address.' };
  }
  return { ...user, refusal: null };
};

/**
 * Reduces what an identity provider says of a user to the subject, the email and the role, so that it can set
 * nothing else.
 *
 * @param recordTest for a provider that is off: its users get a token that allows nothing
 * @throws Error if the provider is not connected to an organization, the email is missing or of a domain
 *   that is not the provider's, or the table cannot be read. Cognito then refuses the sign-in and stores
 * nothing.
 */
export const admitUser = async (
  reader: TableReader,
  recordTest: RecordTest,
  { providerName, attributes }: InboundFederationEvent['request'],
): Promise<InboundFederationResponse> => {
  const rules = await readProviderRules(reader, providerName);
  if (rules === undefined) {
    return refuse(providerName, 'The identity provider is not connected to an organization.');
  }
  // Cognito, too, prefers the ID token.
  const claims = { ...attributes.userInfo, ...attributes.idToken, ...attributes.samlResponse };
  const { email, groups, role, refusal } = judge(rules, claims);
  if (!rules.isOn) {
    await recordTest(providerName, { email: email === '' ? null : email, groups, role, refusal });
  }
  if (refusal !== null) return refuse(providerName, refusal);
  const { sub } = claims;
  return {
    userAttributesToMap: {
      // Names the user at an OpenID provider; SAML has its own identifier.
      ...(typeof sub === 'string' ? { sub } : {}),
      email: email.toLowerCase(),
      [`custom:${PROVIDER_ROLE_ATTRIBUTE}`]: role ?? NO_ROLE,
    },
  };
};

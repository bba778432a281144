import { ROLES, type Role } from '../../contract/organizations/users.ts';
import { isEmailAddress } from '../../domain/email-address.ts';
import { CorruptItemError, list, map, optionalString, requiredString } from '../../table/items/attributes.ts';
import { IDENTITY_PROVIDER_PARTITION, identityProviderKey } from '../../table/items/keys.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item, TableReader } from '../../table/reader.ts';

/** RFC 5321, section 4.5.3.1.3: a path is at most 256 octets, two of which are its angle brackets. */
const MAX_EMAIL_LENGTH = 254;

/** What the operator decided about an identity provider. The provider itself cannot change any of it. */
export interface ProviderRules {
  readonly name: string;
  /** The only organization that its users can belong to. */
  readonly organizationId: string;
  /** Lower case. Users with an email of another domain cannot sign in. */
  readonly emailDomains: readonly string[];
  readonly claims: { readonly email: string; readonly groups: string };
  /** The groups whose members have each role. */
  readonly groups: Readonly<Record<Role, readonly string[]>>;
  /** Whether users get access. If not, a sign-in is a test, and is recorded. */
  readonly isOn: boolean;
  /** The only app client that its users can sign in to. Absent for the providers of operators. */
  readonly appClientId?: string | undefined;
  /** Where Cognito finds it: the issuer, or the address of the metadata, if it is known. */
  readonly address?: string | undefined;
}

/** @throws CorruptItemError */
export const providerRulesFromItem = (item: Item): ProviderRules => {
  const claims = map<ProviderRules['claims']>(item, 'claims');
  const groups = map<ProviderRules['groups']>(item, 'groups');
  if (claims === null || groups === null) throw new CorruptItemError(item, 'claims, groups', 'maps');
  return {
    name: requiredString(item, 'name'),
    organizationId: requiredString(item, 'organizationId'),
    emailDomains: list<string>(item, 'emailDomains'),
    claims,
    groups,
    isOn: item['isOn'] !== false,
    appClientId: optionalString(item, 'appClientId') ?? undefined,
    address: optionalString(item, 'address') ?? undefined,
  };
};

/**
 * The rules of a provider; `undefined` if it is not connected to an organization. Strongly consistent: 1 read
 * unit.
 */
export const readProviderRules = async (
  reader: TableReader,
  name: string,
): Promise<ProviderRules | undefined> => {
  const item = await reader.get(identityProviderKey(name), { consistentRead: true });
  return item && providerRulesFromItem(item);
};

/** The rules of all providers, by name. */
export const listProviderRules = async (reader: TableReader): Promise<readonly ProviderRules[]> => {
  const items = await readItems(reader, { partition: IDENTITY_PROVIDER_PARTITION, consistentRead: true });
  // Others keep addresses to an organization.
  return items.filter((item) => 'name' in item).map(providerRulesFromItem);
};

/** Returns the domain in lower case, and `undefined` for a text without one. */
const emailDomain = (email: string): string | undefined => /@([^@]+)$/.exec(email)?.[1]?.toLowerCase();

/** Whether it is an address of one of the provider's domains. */
export const isOwnEmail = ({ emailDomains }: ProviderRules, email: string): boolean =>
  email.length <= MAX_EMAIL_LENGTH &&
  isEmailAddress(email) &&
  emailDomains.includes(emailDomain(email) ?? '');

/** Whether a provider still admits a user as stored to the organization. 1 read unit. */
export const isStillAdmitted = async (
  reader: TableReader,
  provider: string,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<boolean> => {
  const rules = await readProviderRules(reader, provider);
  return rules?.isOn === true && rules.organizationId === organizationId && isOwnEmail(rules, email);
};

/** The highest role of a member of these groups; `undefined` if none of them has a role. */
export const roleOfGroups = (rules: ProviderRules, groups: ReadonlySet<string>): Role | undefined =>
  ROLES.find((role) => rules.groups[role].some((group) => groups.has(group)));

import { OWN_PROVIDER_PREFIX, type ProviderType } from '../../contract/organizations/single-sign-on.ts';
import type { Role } from '../../contract/organizations/users.ts';
import { list, optionalString, requiredString } from '../../table/items/attributes.ts';
import { identityProviderKey } from '../../table/items/keys.ts';
import type { Item, TableReader } from '../../table/reader.ts';
import { type ProviderRules, providerRulesFromItem } from './provider-rules.ts';

/** A sign-in while single sign-on was off. */
export interface TestSignIn {
  readonly at: string;
  readonly email: string | null;
  readonly groups: readonly string[];
  readonly role: Role | null;
  readonly refusal: string | null;
}

/** How Cognito reaches the provider, without its client secret. */
export interface ProviderSettings {
  readonly type: ProviderType;
  /** The issuer, or the address of the SAML metadata. */
  readonly address: string;
  /** Only for OpenID Connect. */
  readonly clientId: string | null;
  readonly scopes: readonly string[] | null;
}

/** What an admin has set up. */
export interface Connection {
  readonly rules: ProviderRules;
  readonly settings: ProviderSettings;
  readonly changedAt: string;
  readonly lastTest: TestSignIn | null;
}

/** What an operator allows an organization, and what its admin has set up. */
export interface SingleSignOn {
  readonly allowedDomains: readonly string[];
  readonly connection: Connection | null;
}

/** Cognito allows 32 characters. */
const NAME_LENGTH = 32;

/** The name of the provider that admins of an organization set up. */
export const ownProviderName = (organizationId: string): string =>
  `${OWN_PROVIDER_PREFIX}${organizationId.replaceAll('-', '')}`.slice(0, NAME_LENGTH);

export const TEST_ATTRIBUTE = 'lastTest';

const testOf = (item: Item): TestSignIn | null => {
  const text = optionalString(item, TEST_ATTRIBUTE) ?? null;
  return text === null ? null : JSON.parse(text);
};

/** @throws CorruptItemError */
export const singleSignOnFromItem = (item: Item): SingleSignOn => {
  const address = optionalString(item, 'address') ?? null;
  return {
    allowedDomains: list<string>(item, 'allowedDomains'),
    connection:
      address === null
        ? null
        : {
            rules: providerRulesFromItem(item),
            settings: {
              type: requiredString(item, 'type') === 'saml' ? 'saml' : 'oidc',
              address,
              clientId: optionalString(item, 'clientId') ?? null,
              scopes: item['scopes'] === undefined ? null : list<string>(item, 'scopes'),
            },
            changedAt: requiredString(item, 'changedAt'),
            lastTest: testOf(item),
          },
  };
};

/** The stored form. Without a connection, no user can sign in by these rules. */
export const singleSignOnToItem = (
  organizationId: string,
  { allowedDomains, connection }: SingleSignOn,
): Item => {
  const name = ownProviderName(organizationId);
  const key = { ...identityProviderKey(name), allowedDomains };
  if (connection === null) {
    const groups = { admin: [], member: [] };
    const claims = { email: 'email', groups: 'groups' };
    return { ...key, name, organizationId, emailDomains: [], claims, groups, isOn: false };
  }
  const { rules, settings, changedAt, lastTest } = connection;
  const { clientId, scopes, ...others } = settings;
  return {
    ...key,
    ...rules,
    ...others,
    ...(clientId === null ? {} : { clientId }),
    ...(scopes === null ? {} : { scopes }),
    changedAt,
    ...(lastTest === null ? {} : { [TEST_ATTRIBUTE]: JSON.stringify(lastTest) }),
  };
};

/** The stored item of an organization. Strongly consistent: 1 read unit. */
export const readSingleSignOnItem = (
  reader: TableReader,
  organizationId: string,
): Promise<Item | undefined> =>
  reader.get(identityProviderKey(ownProviderName(organizationId)), { consistentRead: true });

/** A connection as the admin API shows it. */
export const viewOfConnection = (
  { rules, settings, changedAt, lastTest }: Connection,
  consoleUrl: string,
) => {
  const { type, address, clientId, scopes } = settings;
  const { name, appClientId = '', emailDomains, claims, groups, isOn } = rules;
  return {
    type,
    issuer: type === 'oidc' ? address : null,
    clientId,
    scopes: scopes && [...scopes],
    metadataUrl: type === 'saml' ? address : null,
    emailDomains: [...emailDomains],
    ...{ emailClaim: claims.email, groupsClaim: claims.groups },
    ...{ adminGroups: [...groups.admin], memberGroups: [...groups.member] },
    isOn,
    signInUrl: `${consoleUrl}?${new URLSearchParams({ client: appClientId, provider: name })}`,
    changedAt,
    lastTest: lastTest && { ...lastTest, groups: [...lastTest.groups] },
  };
};

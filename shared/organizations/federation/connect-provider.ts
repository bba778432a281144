import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { OWN_PROVIDER_PREFIX } from '../../contract/organizations/single-sign-on.ts';
import { identityProviderKey, providerAddressKey } from '../../table/items/keys.ts';
import { nextVersion, unchangedSince, versionOf } from '../../table/items/versions.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { OrganizationConflictError } from '../errors.ts';
import { type ProviderRules, providerRulesFromItem } from './provider-rules.ts';

const settingsOf = ({ name, emailDomains, claims, groups }: ProviderRules) => ({
  ...{ identityProvider: name, emailDomains, emailClaim: claims.email, groupsClaim: claims.groups },
  ...{ adminGroups: groups.admin, memberGroups: groups.member },
});

type Provider = Pick<ProviderRules, 'name' | 'organizationId'>;

/** @throws OrganizationConflictError for a provider of another organization */
const readOwn = async ({ reader }: Table, { name, organizationId }: Provider): Promise<Item | undefined> => {
  const item = await reader.get(identityProviderKey(name), { consistentRead: true });
  const owner = item === undefined ? organizationId : providerRulesFromItem(item).organizationId;
  if (owner === organizationId) return item;
  throw new OrganizationConflictError(
    `The identity provider ${name} belongs to the organization ${owner}. Disconnect it there first.`,
  );
};

/**
 * Lets the users of an identity provider sign in to an organization, or replaces the rules by which they do.
 * Takes effect with the next sign-in, and for email domains with the next token.
 *
 * @throws OrganizationConflictError for a provider of another organization
 */
export const connectProvider = (table: Table, rules: ProviderRules, actor: Actor): Promise<void> =>
  retryLostRaces(async () => {
    const item = await readOwn(table, rules);
    const { organizationId } = rules;
    const version = versionOf(item);
    const stored = { ...rules, ...identityProviderKey(rules.name) };
    const isWritten = await table.writer.transact([
      { put: { Item: nextVersion(stored, version), ...unchangedSince(version) } },
      recordEntry(
        'organization.updated',
        { organizationId, actor, targetId: organizationId },
        {
          before: item === undefined ? {} : settingsOf(providerRulesFromItem(item)),
          after: settingsOf(rules),
        },
      ),
    ]);
    return isWritten ? undefined : LOST;
  });

/**
 * Ends the access of the users of an identity provider with their next token.
 *
 * @returns whether it was connected
 * @throws OrganizationConflictError for a provider of another organization
 */
export const disconnectProvider = (table: Table, provider: Provider, actor: Actor): Promise<boolean> =>
  retryLostRaces(async () => {
    const item = await readOwn(table, provider);
    if (item === undefined) return false;
    const { name, organizationId } = provider;
    const { address = '' } = providerRulesFromItem(item);
    const isOwn = name.startsWith(OWN_PROVIDER_PREFIX) && address !== '';
    const isWritten = await table.writer.transact([
      { delete: { Key: identityProviderKey(name), ...unchangedSince(versionOf(item)) } },
      ...(isOwn ? [{ delete: { Key: providerAddressKey(address) } }] : []),
      recordEntry(
        'organization.updated',
        { organizationId, actor, targetId: organizationId },
        { before: settingsOf(providerRulesFromItem(item)), after: { identityProvider: null } },
      ),
    ]);
    return isWritten ? true : LOST;
  });

import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { timestampOf } from '../../domain/timestamp.ts';
import { IDENTITY_PROVIDER_PARTITION, providerAddressKey } from '../../table/items/keys.ts';
import { nextVersion, unchangedSince, versionOf } from '../../table/items/versions.ts';
import { readItems } from '../../table/paging/read-items.ts';
import type { Item } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { OrganizationConflictError } from '../errors.ts';
import {
  type Connection,
  ownProviderName,
  type ProviderSettings,
  readSingleSignOnItem,
  type SingleSignOn,
  singleSignOnFromItem,
  singleSignOnToItem,
} from './connection.ts';
import type { ProviderDirectory } from './provider-directory.ts';
import { listProviderRules, type ProviderRules } from './provider-rules.ts';

export interface SingleSignOnDependencies extends Table {
  readonly providers: ProviderDirectory;
}

/** What an admin enters. */
export interface NewConnection extends Pick<ProviderRules, 'emailDomains' | 'groups'> {
  readonly emailClaim: string;
  readonly groupsClaim: string;
  readonly settings: ProviderSettings;
  /** @default that of before, which Cognito keeps */
  readonly clientSecret?: string | undefined;
}

/** A setting that this service refuses, by its name in the API. */
export class SingleSignOnSettingError extends Error {
  override readonly name = 'SingleSignOnSettingError';
  readonly setting: 'emailDomains' | 'clientSecret' | 'adminGroups' | 'memberGroups';

  constructor(setting: SingleSignOnSettingError['setting'], message: string) {
    super(message);
    this.setting = setting;
  }
}

const CONCURRENT = 'Single sign-on was modified concurrently. Reload it and retry.';

const NOT_ALLOWED =
  'The operator of this service has not allowed your organization to set up single sign-on. Ask the ' +
  'operator to confirm your email domains.';

const TAKEN =
  'This issuer or metadata address belongs to another organization. ' +
  'Contact the operator of this service if it is yours.';

const isEqual = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const reached = ({ type, address, clientId, scopes }: ProviderSettings): readonly unknown[] => [
  ...[type, address, clientId],
  scopes,
];

const GROUP = /^[^,[\]"%+]+$/;

/** The sign-in trigger gets a flattened list, in which others could not be told apart. */
const requireGroups = ({ admin, member }: ProviderRules['groups']): void => {
  for (const [setting, groups] of [
    ['adminGroups', admin],
    ['memberGroups', member],
  ] as const) {
    const wrong = groups.find((group) => !GROUP.test(group));
    if (wrong === undefined) continue;
    throw new SingleSignOnSettingError(
      setting,
      `must contain no commas, brackets, quotes, percent and plus signs, as ${wrong} does`,
    );
  }
};

/** What the audit log says of a connection. */
const auditedOf = (connection: Connection | null) => {
  if (connection === null) return { singleSignOn: null };
  const { rules, settings } = connection;
  return {
    singleSignOn: rules.isOn ? 'on' : 'off',
    ...{ providerType: settings.type, providerAddress: settings.address, clientId: settings.clientId },
    ...{ emailDomains: rules.emailDomains, emailClaim: rules.claims.email, groupsClaim: rules.claims.groups },
    ...{ adminGroups: rules.groups.admin, memberGroups: rules.groups.member },
  };
};

/** The item of an organization whose operator allows it. */
const requireAllowed = async (
  { reader }: Table,
  organizationId: string,
): Promise<{ readonly item: Item; readonly stored: SingleSignOn }> => {
  const item = await readSingleSignOnItem(reader, organizationId);
  if (item === undefined) throw new OrganizationConflictError(NOT_ALLOWED);
  return { item, stored: singleSignOnFromItem(item) };
};

/** Writes a connection with its audit entry, unless there was a concurrent update. */
const store = async (
  { writer }: Table,
  { organizationId, actor }: { readonly organizationId: string; readonly actor: Actor },
  { item, stored }: { readonly item: Item; readonly stored: SingleSignOn },
  connection: Connection | null,
  others: readonly WriteOperation[] = [],
): Promise<SingleSignOn> => {
  const changed = { ...stored, connection };
  const version = versionOf(item);
  const isWritten = await writer.transact([
    {
      put: {
        Item: nextVersion(singleSignOnToItem(organizationId, changed), version),
        ...unchangedSince(version),
      },
    },
    ...others,
    recordEntry(
      'organization.updated',
      { organizationId, actor, targetId: organizationId },
      { before: auditedOf(stored.connection), after: auditedOf(connection) },
    ),
  ]);
  if (!isWritten) throw new OrganizationConflictError(CONCURRENT);
  return changed;
};

/** Frees the address for other organizations. */
const release = (address: string): WriteOperation => ({ delete: { Key: providerAddressKey(address) } });

/** Keeps the address to an organization: of two that ask at once, one gets it. */
const claim = (organizationId: string, address: string): WriteOperation => ({
  put: {
    Item: { ...providerAddressKey(address), organizationId },
    ConditionExpression: 'attribute_not_exists(#pk) OR #organizationId = :organizationId',
    ExpressionAttributeNames: { '#pk': 'pk', '#organizationId': 'organizationId' },
    ExpressionAttributeValues: { ':organizationId': organizationId },
  },
});

/** What an organization has set up; `undefined` if its operator does not allow it. */
export const getSingleSignOn = async (
  { reader }: Pick<Table, 'reader'>,
  organizationId: string,
): Promise<SingleSignOn | undefined> => {
  const item = await readSingleSignOnItem(reader, organizationId);
  return item && singleSignOnFromItem(item);
};

/**
 * Sets up the identity provider of an organization, off until a test sign-in has succeeded. While it is on,
 * only groups change, from the next sign-in on.
 *
 * @throws OrganizationConflictError if the operator does not allow it, for the provider of another
 *   organization, for other changes while it is on, and after a concurrent update
 * @throws SingleSignOnSettingError
 */
export const putSingleSignOn = async (
  dependencies: SingleSignOnDependencies,
  organizationId: string,
  { settings, clientSecret, emailClaim, groupsClaim, ...entered }: NewConnection,
  actor: Actor,
): Promise<SingleSignOn> => {
  const { reader, providers } = dependencies;
  requireGroups(entered.groups);
  const found = await requireAllowed(dependencies, organizationId);
  const { allowedDomains, connection: before } = found.stored;
  const foreign = entered.emailDomains.find((domain) => !allowedDomains.includes(domain));
  if (foreign !== undefined) {
    throw new SingleSignOnSettingError(
      'emailDomains',
      `must be among those that the operator has confirmed: ${allowedDomains.join(', ')}`,
    );
  }
  const isKept =
    before !== null && isEqual(reached(before.settings), reached(settings)) && clientSecret === undefined;
  const isOnlyGroups =
    isKept &&
    isEqual(
      [entered.emailDomains, emailClaim, groupsClaim],
      [before.rules.emailDomains, before.rules.claims.email, before.rules.claims.groups],
    );
  if (before?.rules.isOn === true && !isOnlyGroups) {
    throw new OrganizationConflictError(
      'While single sign-on is on, only groups can change. Switch it off first.',
    );
  }
  if (!isKept && settings.type === 'oidc' && clientSecret === undefined) {
    throw new SingleSignOnSettingError(
      'clientSecret',
      'must be entered again after a change of the provider',
    );
  }
  const isTaken = (await listProviderRules(reader)).some(
    (each) => each.organizationId !== organizationId && each.address === settings.address,
  );
  if (isTaken) throw new OrganizationConflictError(TAKEN);
  const name = ownProviderName(organizationId);
  // Before the rules: while they are off, users of the provider get no access.
  if (!isKept) await providers.put(name, settings, clientSecret ?? '');
  const appClientId = before?.rules.appClientId ?? (await providers.createClient(name));
  const isOn = before?.rules.isOn === true;
  const connection: Connection = {
    rules: {
      ...entered,
      claims: { email: emailClaim, groups: groupsClaim },
      ...{ name, organizationId, isOn, appClientId, address: settings.address },
    },
    settings,
    changedAt: timestampOf(new Date()),
    lastTest: null,
  };
  const released =
    before === null || before.settings.address === settings.address ? [] : [release(before.settings.address)];
  const claimed = [claim(organizationId, settings.address), ...released];
  return store(dependencies, { organizationId, actor }, found, connection, claimed);
};

/**
 * Switches single sign-on on, after a test sign-in that got a role, or off, which ends access with the next
 * token.
 *
 * @throws OrganizationConflictError without a connection or a test, and after a concurrent update
 */
export const switchSingleSignOn = async (
  dependencies: Table,
  organizationId: string,
  isOn: boolean,
  actor: Actor,
): Promise<SingleSignOn> => {
  const found = await requireAllowed(dependencies, organizationId);
  const { connection } = found.stored;
  if (connection === null) throw new OrganizationConflictError('Set up the identity provider first.');
  const { rules, lastTest } = connection;
  if (rules.isOn === isOn) return found.stored;
  if (isOn && (lastTest === null || lastTest.role === null || lastTest.refusal !== null)) {
    throw new OrganizationConflictError(
      'No test sign-in with these settings has got a role yet. Test the sign-in first.',
    );
  }
  // The test has served its purpose, and has the address of a person.
  const changed = { ...connection, rules: { ...rules, isOn }, lastTest: null };
  return store(dependencies, { organizationId, actor }, found, changed);
};

/**
 * Removes the identity provider, whose users lose access with their next token.
 *
 * @throws OrganizationConflictError after a concurrent update
 */
export const removeSingleSignOn = async (
  dependencies: SingleSignOnDependencies,
  organizationId: string,
  actor: Actor,
): Promise<SingleSignOn> => {
  const found = await requireAllowed(dependencies, organizationId);
  const { connection } = found.stored;
  if (connection === null) return found.stored;
  const { rules, settings } = connection;
  const changed = await store(dependencies, { organizationId, actor }, found, null, [
    release(settings.address),
  ]);
  // After the rules, without which the provider gives no access. A repeated set-up replaces what remains.
  await dependencies.providers.remove(rules.name, rules.appClientId);
  return changed;
};

/**
 * Lets admins of an organization set up single sign-on for users with addresses of these domains, or replaces
 * the domains. For operators, who know whose domains they are.
 *
 * @throws OrganizationConflictError for a domain of another organization, or one in use
 */
export const allowSingleSignOn = async (
  { reader, writer }: Table,
  organizationId: string,
  allowedDomains: readonly string[],
  actor: Actor,
): Promise<void> => {
  const all = await readItems(reader, { partition: IDENTITY_PROVIDER_PARTITION, consistentRead: true });
  const taken = all.find(
    (item) =>
      item['organizationId'] !== organizationId &&
      [item['emailDomains'], item['allowedDomains']]
        .flat()
        .some((each) => allowedDomains.some((own) => own === each)),
  );
  if (taken !== undefined) {
    throw new OrganizationConflictError(
      `One of the domains belongs to the organization ${String(taken['organizationId'])}. Disconnect its ` +
        'identity provider first.',
    );
  }
  const item = await readSingleSignOnItem(reader, organizationId);
  const before: SingleSignOn =
    item === undefined ? { allowedDomains: [], connection: null } : singleSignOnFromItem(item);
  const { connection } = before;
  const used = connection?.rules.emailDomains.find((domain) => !allowedDomains.includes(domain));
  if (used !== undefined) {
    throw new OrganizationConflictError(
      `The identity provider of the organization uses ${used}. Disconnect it first, or allow this domain.`,
    );
  }
  const version = versionOf(item);
  const stored = singleSignOnToItem(organizationId, { allowedDomains, connection });
  const isWritten = await writer.transact([
    { put: { Item: nextVersion(stored, version), ...unchangedSince(version) } },
    recordEntry(
      'organization.updated',
      { organizationId, actor, targetId: organizationId },
      {
        before: { singleSignOnDomains: before.allowedDomains },
        after: { singleSignOnDomains: allowedDomains },
      },
    ),
  ]);
  if (!isWritten) throw new OrganizationConflictError(CONCURRENT);
};

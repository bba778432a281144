import { type ApiKey, isGrantedByOwner } from '../keys/api-key.ts';
import { isStillAdmitted } from '../organizations/federation/provider-rules.ts';
import { readUser, requireUser } from '../organizations/users/user-repository.ts';
import type { TableReader } from '../table/reader.ts';
import type { WriteOperation } from '../table/writer.ts';

/** Why the owner of an app can no longer back it: as the audit log has it. */
export type LostOwner = 'owner_without_access' | 'owner_not_admin';

/** The message for the client of the app. */
export const LOST_OWNER_TEXTS: Readonly<Record<LostOwner, string>> = {
  owner_without_access: 'The user who connected the app no longer has access to the organization.',
  owner_not_admin:
    'The user who connected the app granted its permissions as an admin, and no longer is one.',
};

type OwnedApp = Pick<ApiKey, 'organizationId' | 'ownerId' | 'permissions' | 'grantedBy'>;

/**
 * Reads the owner of an app with strong consistency: an app acts for its owner, with permissions that the
 * owner or another admin granted. 1 read unit, and another one for an owner with an identity provider.
 *
 * @returns why the app must get no tokens; `undefined` if it may
 */
export const findLostOwner = async (reader: TableReader, app: OwnedApp): Promise<LostOwner | undefined> => {
  const { organizationId, ownerId } = app;
  const owner = ownerId === null ? undefined : await readUser(reader, organizationId, ownerId);
  if (owner === undefined || owner.user.isDisabled) return 'owner_without_access';
  const { identityProvider, role } = owner.user;
  if (identityProvider !== null && !(await isStillAdmitted(reader, identityProvider.name, owner.user))) {
    return 'owner_without_access';
  }
  return isGrantedByOwner(app) && role !== 'admin' ? 'owner_not_admin' : undefined;
};

/** The condition that the owner of an app or a key has access, and the role that its permissions need. */
export const requireOwner = ({ ownerId, ...key }: OwnedApp): readonly WriteOperation[] =>
  ownerId === null ? [] : [requireUser(key.organizationId, ownerId, isGrantedByOwner({ ...key, ownerId }))];

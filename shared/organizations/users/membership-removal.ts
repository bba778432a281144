import { userKey } from '../../table/items/keys.ts';
import { unchangedSince } from '../../table/items/versions.ts';
import type { TableReader } from '../../table/reader.ts';
import type { WriteOperation } from '../../table/writer.ts';
import { putMemberships, readMemberships } from './memberships.ts';
import type { StoredUser } from './user-repository.ts';

/** The writes that remove a stored user from an organization, on condition that nothing changed since. */
export const membershipRemoval = async (
  reader: TableReader,
  { user: { id, organizationId }, version }: StoredUser,
): Promise<readonly WriteOperation[]> => {
  const several = await readMemberships(reader, id);
  const others = several?.memberships.organizationIds.filter((each) => each !== organizationId) ?? [];
  return [
    { delete: { Key: { ...userKey(organizationId, id) }, ...unchangedSince(version) } },
    ...(several === undefined
      ? []
      : [putMemberships({ ...several.memberships, organizationIds: others }, several.version)]),
  ];
};

import { type Actor, recordEntry } from '../../audit-log/audit-entry.ts';
import { LOST, retryLostRaces } from '../../table/lost-races.ts';
import type { TableReader } from '../../table/reader.ts';
import type { Table } from '../../table/table.ts';
import { type Organization, readOrganization } from '../organization.ts';
import { putMemberships, readActiveMembership, readMemberships } from './memberships.ts';

/** An organization that a user can choose. */
export interface OrganizationOfUser {
  readonly id: string;
  /** `null` for an organization that is not registered. */
  readonly name: Organization['name'] | null;
}

const describe = async (reader: TableReader, id: string): Promise<OrganizationOfUser> => ({
  id,
  name: (await readOrganization(reader, id, { consistentRead: true }))?.name ?? null,
});

/** The organizations in which a user is active, by name; none for a user of one organization. */
export const readOrganizationsOfUser = async (
  reader: TableReader,
  userId: string,
): Promise<readonly OrganizationOfUser[]> => {
  const stored = await readMemberships(reader, userId);
  if (stored === undefined) return [];
  const { memberships } = stored;
  const described = await Promise.all(
    memberships.organizationIds.map(async (id) =>
      (await readActiveMembership(reader, memberships, id)) === undefined ? [] : [await describe(reader, id)],
    ),
  );
  return described
    .flat()
    .toSorted((one, other) => ((one.name ?? one.id) < (other.name ?? other.id) ? -1 : 1));
};

/**
 * Chooses the organization that the user's next tokens name. Recorded in the audit log of the chosen one
 * only.
 *
 * @param current the organization of the user's token
 * @returns `undefined` for an organization in which the user is not an active member, or that does not exist
 * @throws TableUnavailableError if concurrent updates keep changing the memberships
 */
export const chooseOrganization = async (
  { reader, writer }: Table,
  { actor, current }: { readonly actor: Actor; readonly current: string },
  chosenOrganizationId: string,
): Promise<OrganizationOfUser | undefined> =>
  retryLostRaces(async () => {
    const stored = await readMemberships(reader, actor.id);
    if (stored === undefined) {
      return chosenOrganizationId === current ? describe(reader, current) : undefined;
    }
    const { memberships, version } = stored;
    const membership = await readActiveMembership(reader, memberships, chosenOrganizationId);
    if (membership === undefined) return undefined;
    const isWritten =
      memberships.chosenOrganizationId === chosenOrganizationId ||
      (await writer.transact([
        putMemberships({ ...memberships, chosenOrganizationId }, version),
        recordEntry(
          'user.organization_chosen',
          { organizationId: chosenOrganizationId, actor, targetId: actor.id },
          { email: actor.name },
        ),
      ]));
    return isWritten ? describe(reader, chosenOrganizationId) : LOST;
  });

import {
  type ActiveMembership,
  type Memberships,
  readActiveMembership,
  readMemberships,
} from '../../../shared/organizations/users/memberships.ts';
import type { TableReader } from '../../../shared/table/reader.ts';
import type { TokenGenerationResponse } from './events.ts';
import { ORGANIZATION_CLAIM, refuseOrganization } from './refuse-organization.ts';

/** The chosen organization, or else the first in which the user is active. */
const findActiveMembership = async (
  reader: TableReader,
  memberships: Memberships,
): Promise<ActiveMembership | undefined> => {
  const { chosenOrganizationId, organizationIds } = memberships;
  for (const organizationId of new Set([chosenOrganizationId, ...organizationIds])) {
    const active = await readActiveMembership(reader, memberships, organizationId);
    if (active !== undefined) return active;
  }
  return undefined;
};

/**
 * Gives a user with a password who belongs to several organizations the chosen one, and the role there.
 * Tokens of others stay as they are, after one read.
 *
 * @throws if the table cannot be read: any other answer could name the wrong organization
 */
export const describeMember = async (
  reader: TableReader,
  userId: string,
): Promise<TokenGenerationResponse> => {
  const stored = await readMemberships(reader, userId);
  if (stored === undefined) return {};
  const active = await findActiveMembership(reader, stored.memberships);
  if (active === undefined) return refuseOrganization('no-membership');
  const { organizationId, role } = active;
  return {
    claimsOverrideDetails: {
      claimsToAddOrOverride: { [ORGANIZATION_CLAIM]: organizationId },
      claimsToSuppress: [],
      ...(role === undefined ? {} : { groupOverrideDetails: { groupsToOverride: [role] } }),
    },
  };
};

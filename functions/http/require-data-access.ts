import { ProblemError } from '../../shared/contract/problems.ts';
import { readOrganization } from '../../shared/organizations/organization.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { UserPrincipal } from './user-principal.ts';

/**
 * Throws `forbidden` unless the caller may see records: admins always may, members if their organization
 * allows it. Reads the organization consistently, so that a change applies from the next request.
 */
export const requireDataAccess = async (
  { role, organizationId }: UserPrincipal,
  reader: TableReader,
): Promise<void> => {
  if (role === 'admin') return;
  const organization = await readOrganization(reader, organizationId, { consistentRead: true });
  if (organization?.membersSeeData === true) return;
  throw new ProblemError(
    'forbidden',
    'Members of your organization cannot see records. Ask an admin to allow it.',
  );
};

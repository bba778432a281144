import { CONTACT_PERMISSION, PERMISSIONS, type Permission } from '../../shared/contract/keys/permissions.ts';
import { ProblemError } from '../../shared/contract/problems.ts';
import { readOrganization } from '../../shared/organizations/organization.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { UserPrincipal } from './user-principal.ts';

/** A caller who reads the organization's data: a key, or a user with access to them. */
export interface DataPrincipal {
  readonly organizationId: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** Whether a caller may see contact details. */
export const seesContactDetails = ({ permissions }: Pick<DataPrincipal, 'permissions'>): boolean =>
  permissions.has(CONTACT_PERMISSION);

/** Those of a user who may see the organization's data: keys limit programs, and not people. */
const EVERY_PERMISSION: ReadonlySet<Permission> = /* @__PURE__ */ new Set(PERMISSIONS);

/**
 * The user as a principal with permissions, as a key is one: admins always have all, and members if their
 * organization allows them to see records. Reads the organization consistently, so that a change applies from
 * the next request.
 *
 * @throws ProblemError `forbidden` for a user without access
 */
export const withDataAccess = async (
  user: UserPrincipal,
  reader: TableReader,
): Promise<UserPrincipal & DataPrincipal> => {
  const permitted = { ...user, permissions: EVERY_PERMISSION };
  if (user.role === 'admin') return permitted;
  const organization = await readOrganization(reader, user.organizationId, { consistentRead: true });
  if (organization?.membersSeeData === true) return permitted;
  throw new ProblemError(
    'forbidden',
    'Members of your organization cannot see records. Ask an admin to allow it.',
  );
};

import type { ORGANIZATION_ROUTES } from '../../../shared/operations/admin-api/organizations.ts';
import { readOrganization } from '../../../shared/organizations/organization.ts';
import { readOrganizationsOfUser } from '../../../shared/organizations/users/organizations-of-user.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { noteCaller } from './note-caller.ts';
import { viewOfOrganization } from './organization-view.ts';

/** The console calls it on each start, which is when a sign-in is noted. */
export const createGetSession =
  (table: Table, maxEventRetentionDays: number): AdminHandler<typeof ORGANIZATION_ROUTES.getSession> =>
  async ({ principal }) => {
    const { organizationId, actor, role } = principal;
    const { id: userId, name: email } = actor;
    const [organization, organizations] = await Promise.all([
      readOrganization(table.reader, organizationId, { consistentRead: true }),
      readOrganizationsOfUser(table.reader, userId),
      noteCaller(table, principal),
    ]);
    const view = viewOfOrganization(organizationId, organization, maxEventRetentionDays);
    const canSeeData = role === 'admin' || view.membersSeeData;
    const choice = organizations.length > 1 ? { organizations } : {};
    return { body: { userId, email, role, organization: view, canSeeData, ...choice } };
  };

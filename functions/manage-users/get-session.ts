import type { USER_ROUTES } from '../../shared/contract/user-routes.ts';
import { readOrganization } from '../../shared/organizations/organization.ts';
import { noteSignIn } from '../../shared/organizations/users/note-sign-in.ts';
import type { Table } from '../../shared/table/table.ts';
import type { AdminHandler } from '../middleware/admin-function.ts';
import { viewOfOrganization } from './organization-view.ts';

/** The console calls it on each start, which is when a sign-in is noted. */
export const createGetSession =
  (table: Table): AdminHandler<typeof USER_ROUTES.getSession> =>
  async ({ principal: { organizationId, actor, role, signedInAt } }) => {
    const { id: userId, name: email } = actor;
    const [organization] = await Promise.all([
      readOrganization(table.reader, organizationId, { consistentRead: true }),
      signedInAt && noteSignIn(table, { id: userId, organizationId, email, role, signedInAt }),
    ]);
    const view = viewOfOrganization(organizationId, organization);
    const canSeeData = role === 'admin' || view.membersSeeData;
    return { body: { userId, email, role, organization: view, canSeeData } };
  };

import { admin, bodyOf } from './admin.ts';
import type { SampleUser } from './organization-users.ts';

/** Sets whether the members of an admin's organization may see records. */
export const setMembersSeeData = async (adminUser: SampleUser, membersSeeData: boolean): Promise<void> => {
  bodyOf(await admin('/organization', { as: adminUser, method: 'PATCH', body: { membersSeeData } }));
};

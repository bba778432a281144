import { noteSignIn } from '../../shared/organizations/users/note-sign-in.ts';
import type { Table } from '../../shared/table/table.ts';
import type { AdminPrincipal } from '../middleware/admin-principal.ts';

/** Notes the sign-in of the caller, if the token says when it was. */
export const noteCaller = async (
  table: Table,
  { organizationId, actor, role, signedInAt }: AdminPrincipal,
): Promise<void> => {
  if (signedInAt === undefined) return;
  await noteSignIn(table, { id: actor.id, organizationId, email: actor.name, role, signedInAt });
};

import { noteSignIn } from '../../../shared/organizations/users/note-sign-in.ts';
import type { Table } from '../../../shared/table/table.ts';
import type { UserPrincipal } from '../../http/user-principal.ts';

/** Notes the sign-in of the caller, if the token says when it was. */
export const noteCaller = async (
  table: Table,
  { organizationId, actor, role, identityProvider, signedInAt }: UserPrincipal,
): Promise<void> => {
  if (signedInAt === undefined) return;
  const { id, name: email, from } = actor;
  await noteSignIn(table, {
    id,
    organizationId,
    email,
    role,
    identityProvider: identityProvider ?? null,
    from,
    signedInAt,
  });
};

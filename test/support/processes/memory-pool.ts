import { randomUUID } from 'node:crypto';
import type { Invitation, UserDirectory } from '../../../shared/organizations/users/user-directory.ts';

interface PoolUser extends Pick<Invitation, 'organizationId' | 'email' | 'role'> {
  readonly isDisabled: boolean;
}

/** The users of all organizations in memory. */
export const createMemoryPool = () => {
  const all = new Map<string, PoolUser>();
  const change = (id: string, changes: Partial<PoolUser>): void => {
    const user = all.get(id);
    if (user === undefined) throw new Error(`There is no user ${id}.`);
    all.set(id, { ...user, ...changes });
  };
  const find: UserDirectory['find'] = async (email) => {
    const [id, user] = [...all].find(([, each]) => each.email === email) ?? [];
    return id === undefined || user === undefined ? undefined : { id, organizationId: user.organizationId };
  };
  const directory: UserDirectory = {
    find,
    async invite(invitation) {
      const { organizationId, email, role } = invitation;
      const known = await find(email);
      if (known !== undefined) return { ...known, existed: true };
      const id = randomUUID();
      all.set(id, { isDisabled: false, organizationId, email, role });
      return { id, organizationId, existed: false };
    },
    resend: async () => true,
    setRole: async (id, role) => change(id, { role }),
    disable: async (id) => change(id, { isDisabled: true }),
    remove: async (id) => void all.delete(id),
    enable: async (id) => change(id, { isDisabled: false }),
  };
  return { all, directory };
};

export type MemoryPool = ReturnType<typeof createMemoryPool>;

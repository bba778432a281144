import { z } from 'zod';
import { createSerialWriter } from '../../process/serial-writer.ts';
import { readStateFile } from '../../process/state-file.ts';
import { PASSWORD_HASH } from './password-hash.ts';

/** Not strict: earlier versions stored more. */
const storedUserSchema = z.object({
  /** A UUID, also the username. */
  sub: z.uuid(),
  /** As given; compared without case. */
  email: z.string(),
  passwordHash: z.string().regex(PASSWORD_HASH),
  /** Without `sub` and `email`. */
  attributes: z.record(z.string(), z.string()),
  groups: z.array(z.string()),
  isDisabled: z.boolean().default(false),
  /** Whether the user has signed in, or has a password of their own. Earlier versions did not store it. */
  isConfirmed: z.boolean().default(true),
  /** Refresh tokens that were issued until then are revoked. Seconds since 1970. */
  signedOutAt: z.number().optional(),
});
export type StoredUser = Readonly<z.infer<typeof storedUserSchema>>;

const stateSchema = z.strictObject({ users: z.array(storedUserSchema) });

/** The users of the pool, kept in a file. */
export interface UserStore {
  bySub(sub: string): StoredUser | undefined;
  byEmail(email: string): StoredUser | undefined;
  all(): readonly StoredUser[];
  /**
   * Adds a user or replaces the one with its `sub`. Visible at once, and fulfilled once it is on disk. The caller
   * makes sure that no other user has the email.
   */
  put(user: StoredUser): Promise<void>;
  /** Gone at once, and fulfilled once that is on disk. */
  remove(user: StoredUser): Promise<void>;
}

/**
 * @param path of the file, which need not exist
 * @throws StartError if the file is unreadable
 */
export const openUserStore = (path: string): UserStore => {
  const stored = readStateFile(path, stateSchema, 'start without users')?.users ?? [];
  const users = new Map(stored.map((user): [string, StoredUser] => [user.sub, user]));
  const subsByEmail = new Map(stored.map(({ email, sub }) => [email.toLowerCase(), sub]));
  const save = createSerialWriter(path, () => JSON.stringify({ users: [...users.values()] }, null, 1));
  return {
    bySub: (sub) => users.get(sub),
    byEmail: (email) => users.get(subsByEmail.get(email.toLowerCase()) ?? ''),
    all: () => [...users.values()],
    put(user) {
      users.set(user.sub, user);
      subsByEmail.set(user.email.toLowerCase(), user.sub);
      return save();
    },
    remove({ sub, email }) {
      users.delete(sub);
      subsByEmail.delete(email.toLowerCase());
      return save();
    },
  };
};

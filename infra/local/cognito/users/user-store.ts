import { z } from 'zod';
import { createSerialWriter } from '../../process/serial-writer.ts';
import { readStateFile } from '../../process/state-file.ts';
import { PASSWORD_HASH } from './password-hash.ts';

const storedUserSchema = z.strictObject({
  /** A UUID, also the username of users with a password. */
  sub: z.uuid(),
  /** As given; compared without case. */
  email: z.string(),
  /** Users of an identity provider have none. */
  passwordHash: z.string().regex(PASSWORD_HASH).optional(),
  /** Who authenticates the user. @default the pool, by password */
  provider: z.object({ name: z.string(), subject: z.string() }).optional(),
  /** Without `sub` and `email`. */
  attributes: z.record(z.string(), z.string()),
  groups: z.array(z.string()),
  isDisabled: z.boolean(),
  /** Whether the user has signed in, or has their own password. */
  isConfirmed: z.boolean(),
  /** Refresh tokens that were issued until then are revoked. Seconds since 1970. */
  signedOutAt: z.number().optional(),
});
export type StoredUser = Readonly<z.infer<typeof storedUserSchema>>;

const stateSchema = z.strictObject({ users: z.array(storedUserSchema) });

/** A pool without case sensitivity has the subject in lower case. */
export const providerUsername = (name: string, subject: string): string => `${name}_${subject.toLowerCase()}`;

export const usernameOf = ({ sub, provider }: StoredUser): string =>
  provider === undefined ? sub : providerUsername(provider.name, provider.subject);

/** The users of the pool, kept in a file. */
export interface UserStore {
  bySub(sub: string): StoredUser | undefined;
  /** Never finds users of identity providers. */
  byEmail(email: string): StoredUser | undefined;
  all(): readonly StoredUser[];
  /**
   * Adds a user or replaces the one with its `sub`. Visible at once, and fulfilled once it is on disk. The
   * caller makes sure that no other user has the email.
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
  const withPassword = stored.filter(({ provider }) => provider === undefined);
  const subsByEmail = new Map(withPassword.map(({ email, sub }) => [email.toLowerCase(), sub]));
  const save = createSerialWriter(path, () => JSON.stringify({ users: [...users.values()] }, null, 1));
  return {
    bySub: (sub) => users.get(sub),
    byEmail: (email) => users.get(subsByEmail.get(email.toLowerCase()) ?? ''),
    all: () => [...users.values()],
    put(user) {
      users.set(user.sub, user);
      if (user.provider === undefined) subsByEmail.set(user.email.toLowerCase(), user.sub);
      return save();
    },
    remove({ sub, email, provider }) {
      users.delete(sub);
      if (provider === undefined) subsByEmail.delete(email.toLowerCase());
      return save();
    },
  };
};

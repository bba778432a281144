import { z } from 'zod';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { readStateFile } from '../process/state-file.ts';
import { PASSWORD_HASH } from './password-hash.ts';

const storedUserSchema = z.strictObject({
  /** A UUID, which is the username too. */
  sub: z.uuid(),
  /** As it was given; letters in upper and lower case are the same. */
  email: z.string(),
  passwordHash: z.string().regex(PASSWORD_HASH),
  /** Without `sub` and `email`. */
  attributes: z.record(z.string(), z.string()),
  groups: z.array(z.string()),
  enabled: z.boolean(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Milliseconds since the epoch. */
  updatedAt: z.number(),
});
export type StoredUser = Readonly<z.infer<typeof storedUserSchema>>;

const stateSchema = z.strictObject({ users: z.array(storedUserSchema) });

/** The users of the pool, kept in a file. */
export interface UserStore {
  bySub(sub: string): StoredUser | undefined;
  byEmail(email: string): StoredUser | undefined;
  /** In order of creation. */
  all(): readonly StoredUser[];
  /**
   * Adds a user or replaces the one with its `sub`; that no other user has the email is up to the caller.
   * Seen at once, and fulfilled once it is on disk.
   */
  put(user: StoredUser): Promise<void>;
  /** Fulfilled once it is gone from the disk. */
  remove(sub: string): Promise<void>;
}

const emailKey = (email: string): string => email.toLowerCase();

/**
 * @param path of the file, which need not exist
 * @throws StartError when it exists and cannot be understood
 */
export const openUserStore = (path: string): UserStore => {
  const stored = readStateFile(path, stateSchema, 'start without users')?.users ?? [];
  const users = new Map(stored.map((user): [string, StoredUser] => [user.sub, user]));
  const subsByEmail = new Map(stored.map(({ email, sub }) => [emailKey(email), sub]));
  let lastWrite: Promise<void> = Promise.resolve();

  /** One write at a time, each of the state as it is by then. A failed one does not stop those after it. */
  const save = (): Promise<void> => {
    const write = lastWrite
      .catch(() => undefined)
      .then(() => writeFileAtomically(path, JSON.stringify({ users: [...users.values()] }, null, 1)));
    lastWrite = write;
    return write;
  };
  const forgetEmail = (sub: string): void => {
    const user = users.get(sub);
    if (user !== undefined) subsByEmail.delete(emailKey(user.email));
  };

  return {
    bySub: (sub) => users.get(sub),
    byEmail: (email) => users.get(subsByEmail.get(emailKey(email)) ?? ''),
    all: () => [...users.values()],
    put(user) {
      forgetEmail(user.sub);
      users.set(user.sub, user);
      subsByEmail.set(emailKey(user.email), user.sub);
      return save();
    },
    remove(sub) {
      forgetEmail(sub);
      users.delete(sub);
      return save();
    },
  };
};

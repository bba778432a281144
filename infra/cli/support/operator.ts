import { hostname, userInfo } from 'node:os';
import type { Actor } from '../../../shared/audit-log/audit-entry.ts';

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under a user id without a name.
    return 'unknown';
  }
};

/** The user who runs the command, for the audit log. */
export const operator = (): Actor => {
  const name = `cli:${userName()}`;
  return { id: name, name, from: hostname() };
};

import type { Actor } from '../../audit-log/audit-entry.ts';
import type { GrantEnd } from '../../contract/organizations/users.ts';
import type { User } from './user.ts';

/** What becomes of what a user connected or created. */
export interface GrantChoices {
  readonly apps: GrantEnd;
  readonly keys: GrantEnd;
}

/** What a user loses: all access to the organization, or only the role of an admin. */
export type Loss = 'access' | 'admin';

export interface LostGrants extends GrantChoices {
  readonly user: Pick<User, 'organizationId' | 'id'>;
  readonly loss: Loss;
  /** Who ends the access. */
  readonly actor: Actor;
  /** Who gets what is transferred; `null` for an operator, who owns no apps: they are revoked. */
  readonly newOwnerId: string | null;
}

/**
 * Ends or transfers the connected apps, pending codes and API keys of a user; if only the role is lost, those
 * with permissions that the user granted. Safe to interrupt and repeat.
 */
export type EndGrants = (lost: LostGrants) => Promise<void>;

/** Who does something, and from where. */
export interface Actor {
  /** Stays the same: the `sub` of a signed-in user, or such as `cli:alice` for an operator. */
  readonly id: string;
  /** For people to read: the e-mail address of a user, or the same as the id. */
  readonly name: string;
  /** A host name or an address; null where it is not known. */
  readonly from: string | null;
}

/** What can be done that is written down. */
export type AuditAction =
  | 'organization.created'
  | 'user.invited'
  | 'api_key.created'
  | 'api_key.updated'
  | 'api_key.rotated'
  | 'api_key.revoked'
  | 'webhook_endpoint.created'
  | 'webhook_endpoint.updated'
  | 'webhook_endpoint.disabled'
  | 'webhook_endpoint.enabled'
  | 'webhook_endpoint.deleted'
  | 'webhook_endpoint.secret_rotated'
  | 'webhook_endpoint.tested'
  | 'webhook_endpoint.replayed'
  | 'webhook_delivery.replayed';

/** An entry as it is shown. */
export interface ListedEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  /** An {@link AuditAction}, or one that a later version wrote. */
  readonly action: string;
  readonly targetId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

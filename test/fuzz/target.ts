/** The service under attack, and what an attacker in one organization knows. */
export interface FuzzTarget {
  readonly urls: Readonly<Record<'data' | 'admin', string>>;
  /** The attacker's key. */
  readonly apiKey: string;
  /** The ID token of an admin in the attacker's organization, if users can sign in. */
  readonly idToken: string;
  /** A valid key of another organization, never sent unmodified. */
  readonly foreignKey: string;
  /** The attacker's organizations: that of the key and that of the token. */
  readonly organizationIds: readonly [string, string];
  /** IDs of records and keys: the attacker's own, those shared by both organizations, and the other's. */
  readonly ids: readonly string[];
  /** A path that returns 200 while the service is healthy. */
  readonly healthyPath: string;
  /** Texts that occur only in the other organization's records. */
  readonly markers: readonly string[];
}

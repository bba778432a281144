/** What is attacked, and what an attacker of one organization has in hand. */
export interface FuzzTarget {
  readonly urls: Readonly<Record<'data' | 'admin', string>>;
  /** Of the attacker. */
  readonly apiKey: string;
  /** Of an admin of the attacker's organization, where one can sign in. */
  readonly idToken: string;
  /** A valid key of another organization: never sent as it is. */
  readonly foreignKey: string;
  /** Of the attacker: of the key, and of the token. */
  readonly organizationIds: readonly [string, string];
  /** Ids of records and keys: the attacker's own, those that both organizations have, and the other's. */
  readonly ids: readonly string[];
  /** A path that answers with 200 as long as all is well. */
  readonly healthyPath: string;
  /** What only records of the other organization hold. */
  readonly markers: readonly string[];
}

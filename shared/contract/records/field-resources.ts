/** A field that the contract has. */
export interface OwnField {
  /** As in `fields`. */
  readonly path: string;
  /** JSON types; `null` last. */
  readonly type: readonly string[];
  readonly format: string | null;
  readonly values: readonly string[] | null;
  readonly description: string | null;
}

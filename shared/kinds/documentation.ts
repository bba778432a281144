/** The parameters whose texts are the same for all kinds. */
export type CommonLookup = 'id' | 'externalId' | 'phone' | 'ownerId' | 'tag';

/** What users read about a kind that is looked up by these parameters. */
export interface Documentation<L> {
  /** What its records are: describes the tag of its operations. */
  readonly text: string;
  /** How lookups work. @default as those of all kinds */
  readonly lookups?: string;
  /** What each parameter finds. Dates and parameters that may be repeated say so by themselves. */
  readonly parameters: { readonly [P in Exclude<keyof L, CommonLookup>]: string };
  /** Paths that `fields` may select: of a list, and of a single record. */
  readonly fields: readonly [ofList: string, ofOne: string];
  /** What agents that find them should know besides. */
  readonly agents?: string;
}

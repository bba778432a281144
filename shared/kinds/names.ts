/**
 * Every kind of record, by the name that paths and parameters have. All other spellings derive from it, and a
 * kind without a declaration in `kinds.ts` does not compile.
 */
export const KIND_NAMES = ['person', 'company', 'call-list', 'call-list-entry'] as const;

export type KindName = (typeof KIND_NAMES)[number];

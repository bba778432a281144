/**
 * Every kind of record, by the name that paths and parameters have. All other spellings derive from it, and a
 * kind without a declaration in `kinds.ts` does not compile.
 */
export const KIND_NAMES = ['person', 'company', 'call-list', 'call-list-entry'] as const;

export type KindName = (typeof KIND_NAMES)[number];

/** The names of collections, in paths and files. */
export const PLURALS: Readonly<Record<KindName, string>> = {
  person: 'people',
  company: 'companies',
  'call-list': 'call-lists',
  'call-list-entry': 'call-list-entries',
};

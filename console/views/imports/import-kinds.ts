import type { ImportKind } from '../../api/types.ts';

/** What a file holds, as users read it. */
export const KINDS: Readonly<Record<ImportKind, string>> = {
  people: 'People',
  companies: 'Companies',
  'call-lists': 'Call lists',
};

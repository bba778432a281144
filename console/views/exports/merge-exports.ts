import type { Export } from '../../api/types.ts';

/** Replaces exports by their latest versions, and adds new ones. Newest first: ids sort by time. */
export const mergeExports = <T extends Pick<Export, 'id'>>(
  loaded: readonly T[],
  latest: readonly T[],
): readonly T[] => {
  const byId = new Map([...loaded, ...latest].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
};

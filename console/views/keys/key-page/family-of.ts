import type { ApiKey } from '../../../api/types.ts';

/** The keys before and after a key in its rotations, oldest first, with the key itself. */
export const familyOf = <K extends Pick<ApiKey, 'id' | 'rotatedTo'>>(
  key: K,
  keys: readonly K[],
): readonly K[] => {
  const family = [key];
  for (;;) {
    const [first] = family;
    const before = keys.find(
      ({ id, rotatedTo }) => rotatedTo === first?.id && !family.some((each) => each.id === id),
    );
    if (before === undefined) break;
    family.unshift(before);
  }
  for (;;) {
    const next = family.at(-1)?.rotatedTo;
    const after = keys.find(({ id }) => id === next && !family.some((each) => each.id === id));
    if (after === undefined) return family;
    family.push(after);
  }
};

/** How many characters have to be inserted, deleted or replaced to turn one text into another. */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1]);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

/** The name that a misspelled one may stand for; undefined if none is alike. */
const closestOf = (text: string, names: readonly string[]): string | undefined => {
  const wanted = text.toLowerCase();
  const [closest] = names
    .map((name) => [distanceOf(wanted, name.toLowerCase()), name] as const)
    .filter(([distance, name]) => distance <= Math.max(1, Math.min(wanted.length, name.length) / 3))
    .sort(([a], [b]) => a - b);
  return closest?.[1];
};

/** Completes a message: ` Did you mean "--people"?`; empty if no name is alike. */
export const didYouMean = (text: string, names: readonly string[]): string => {
  const closest = closestOf(text, names);
  return closest === undefined ? '' : ` Did you mean "${closest}"?`;
};

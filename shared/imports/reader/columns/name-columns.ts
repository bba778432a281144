interface NamedColumn {
  /** No other column has it. */
  readonly name: string;
  /** The name in the header, if another column before it has the same. */
  readonly repeats?: string;
}

/**
 * Names the columns of a header: the second `Phone` is `Phone (2)`, and a column without a name is called by
 * its place. Unique names stay as they are.
 */
export const nameColumns = (header: readonly string[]): readonly NamedColumn[] => {
  const names = header.map((cell, index) => (cell.trim() === '' ? `Column ${index + 1}` : cell.trim()));
  const inHeader = new Set(names);
  const counts = new Map<string, number>();
  return names.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    while (count > 1 && inHeader.has(`${name} (${count})`)) count += 1;
    counts.set(name, count);
    return count === 1 ? { name } : { name: `${name} (${count})`, repeats: name };
  });
};

/** The index of the column with this name: spelled exactly so, else the same but for case; -1 without one. */
export const columnIndex = (columns: readonly string[], name: string): number => {
  const exact = columns.indexOf(name);
  if (exact !== -1) return exact;
  return columns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
};

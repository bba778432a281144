/**
 * The fields of a form that differ from what it loaded. A `PATCH` with only these keeps what others have
 * changed meanwhile.
 *
 * @returns `undefined` if none differ, which the API would reject
 */
export const changedFields = <T extends object>(before: T, after: T): Partial<T> | undefined => {
  const changes: Partial<T> = {};
  for (const name in after) {
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changes[name] = after[name];
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
};

/** The update expression that sets attributes, and removes those that are null. */
export const setOrRemove = (attributes: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(attributes);
  const present = entries.filter(([, value]) => value !== null);
  const absent = entries.filter(([, value]) => value === null);
  const set = present.map(([name]) => `#${name} = :${name}`).join(', ');
  const remove = absent.map(([name]) => `#${name}`).join(', ');
  return {
    expression: `SET ${set}${remove === '' ? '' : ` REMOVE ${remove}`}`,
    names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(present.map(([name, value]) => [`:${name}`, value])),
  };
};

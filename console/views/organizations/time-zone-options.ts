/** The choice of each user's own time zone. */
const NONE = { '': 'None: each user’s own time zone' };

/**
 * Time zones by their names, with their labels.
 *
 * @param current one that the browser may not know
 */
export const timeZoneOptions = (current: string | null): Readonly<Record<string, string>> => {
  const names = new Set([
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
    ...(current === null ? [] : [current]),
  ]);
  const labels = [...names].toSorted().map((name) => [name, name.replaceAll('_', ' ')] as const);
  return { ...NONE, ...Object.fromEntries(labels) };
};

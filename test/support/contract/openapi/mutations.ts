/** A value with one defect, and its description. */
export interface Mutation {
  readonly what: string;
  readonly value: unknown;
}

/** Optional fields. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'nextCursor',
  'errors',
  'missingPermissions',
  'addresses',
  'person',
  'company',
  'callability',
]);

/** Free-form objects, whose fields the document does not constrain. */
const FREE: ReadonlySet<string> = new Set(['details', 'payload', 'headers', 'filter']);

/** What an event of the admin API holds depends on its type. */
const FREE_PATH = /\.event\.(?:data|previous)$/;

/** Objects without required fields. */
const OPEN: ReadonlySet<string> = new Set(['customFields', 'previous']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value whose type no field allows. */
const WRONG = [[['wrong']]];

/**
 * Variants of a value that break the contract: each field in turn removed or given another type, or an
 * undeclared field added.
 */
export const mutationsOf = (value: unknown, path = ''): readonly Mutation[] => {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      mutationsOf(item, `${path}[${index}]`).map(({ what, value: changed }) => ({
        what,
        value: value.with(index, changed),
      })),
    );
  }
  const name = /\w+$/.exec(path)?.[0] ?? '';
  if (!isObject(value) || FREE.has(name) || FREE_PATH.test(path)) return [];
  const own: Mutation[] = Object.keys(value).flatMap((key) => {
    const { [key]: _, ...rest } = value;
    const isNeeded = !OPTIONAL.has(key) && !OPEN.has(name);
    return [
      { what: `${path}.${key} of another type`, value: { ...value, [key]: WRONG } },
      ...(isNeeded ? [{ what: `without ${path}.${key}`, value: rest }] : []),
    ];
  });
  if (name !== 'customFields') own.push({ what: `with ${path}.surprise`, value: { ...value, surprise: 1 } });
  const inner = Object.entries(value).flatMap(([key, member]) =>
    mutationsOf(member, `${path}.${key}`).map(({ what, value: changed }) => ({
      what,
      value: { ...value, [key]: changed },
    })),
  );
  return [...own, ...inner];
};

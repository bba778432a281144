import { parseArgs } from 'node:util';
import { didYouMean } from '../../../shared/domain/closest.ts';
import { parseTimestamp } from '../../../shared/domain/timestamp.ts';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { messageOf } from './run-command.ts';
import { UsageError } from './usage-error.ts';

/** Reads a value. Throws a UsageError that names the flag if it is invalid. */
type Reader<T> = (value: string, name: string) => T;

/** A flag of a command, or its only positional argument. */
interface Flag<T> {
  readonly type: 'string' | 'list' | 'boolean' | 'argument';
  /** @param name of the flag, such as `--name`; of the subcommand for an argument */
  read(values: readonly string[], name: string): T;
}

/** The flags of a command, by name. */
export type Flags<V> = { readonly [N in keyof V]: Flag<V[N]> };

/** What flags read. */
export type FlagValues<F> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never };

/** @param placeholder what the help calls the value, such as `ID` */
export const required = <T>(placeholder: string, read: Reader<T>): Flag<T> => ({
  type: 'string',
  read([value], name) {
    if (value === undefined) throw new UsageError(`Missing \`${name} ${placeholder}\`.`);
    return read(value, name);
  },
});

/** @param fallback the value if the flag is absent */
export const optional = <T, D = undefined>(read: Reader<T>, fallback?: D): Flag<T | D> => ({
  type: 'string',
  read: ([value], name) => (value === undefined ? (fallback as D) : read(value, name)),
});

/** A flag that may be given more than once. */
export const repeated = <T>(read: Reader<T>): Flag<readonly T[]> => ({
  type: 'list',
  read: (values, name) => values.map((value) => read(value, name)),
});

/** A flag without a value. */
export const SWITCH: Flag<boolean> = { type: 'boolean', read: ({ length }) => length > 0 };

/**
 * An id that is a command's only positional argument.
 *
 * @param listedBy the command that lists these ids
 */
export const idArgument = (placeholder: string, listedBy: string): Flag<string> => ({
  type: 'argument',
  read([id, ...others], name) {
    if (id === undefined) throw new UsageError(`Missing \`${placeholder}\`. "${listedBy}" lists them.`);
    if (others.length > 0) throw new UsageError(`${name} accepts only one ${placeholder}.`);
    return uuid(id, placeholder);
  },
});

/**
 * Parses a command line strictly: the given flags, and `--json`.
 *
 * @param name of the subcommand, if it is one
 * @throws UsageError for an invalid, missing or repeated flag
 */
export const parseCommandLine = <V>(
  argv: readonly string[],
  flags: Flags<V>,
  name = '',
): V & { readonly json: boolean } => {
  const all = Object.entries<Flag<unknown>>({ ...flags, json: SWITCH });
  const named = all.filter(([, { type }]) => type !== 'argument');
  const options = Object.fromEntries(
    named.map(([flag, { type }]) => [
      flag,
      { type: type === 'boolean' ? type : ('string' as const), multiple: true },
    ]),
  );
  const parse = () => {
    try {
      return parseArgs({ args: [...argv], options, allowPositionals: named.length < all.length });
    } catch (error) {
      const names = [...named.map(([flag]) => flag), 'help'].map((flag) => `--${flag}`);
      const allowed = names.join(', ');
      const unknown = argv.find((each) => each.startsWith('--') && !names.includes(each.replace(/=.*/s, '')));
      const meant = unknown === undefined ? '' : didYouMean(unknown.replace(/=.*/s, ''), names);
      // Some messages of Node.js end without a period.
      throw new UsageError(`${messageOf(error).replace(/\.?$/, '.')}${meant} Allowed flags: ${allowed}.`);
    }
  };
  const { values, positionals } = parse();
  const read = ([flag, { type, read }]: (typeof all)[number]) => {
    if (type === 'argument') return [flag, read(positionals, name)];
    const given = (values[flag] ?? []) as readonly string[];
    if (type === 'string' && given.length > 1)
      throw new UsageError(`--${flag} is given twice. Pass it once.`);
    return [flag, read(given, `--${flag}`)];
  };
  return Object.fromEntries(all.map(read));
};

export const uuid: Reader<string> = (value, name) => {
  if (!isUuid(value)) throw new UsageError(`${name} must be a lower-case UUID, not "${value}".`);
  return value;
};

export const ORGANIZATION = required('ID', uuid);

/** Reads a time into the stored form. */
export const time: Reader<string> = (value, name) => {
  const read = parseTimestamp(value);
  if (read !== undefined) return read;
  throw new UsageError(`${name} must be an RFC 3339 time such as 2027-01-31T00:00:00Z, not "${value}".`);
};

/** The members of a comma-separated list, without duplicates. */
export const membersOf = (value: string): readonly string[] => {
  const members = value.split(',').map((member) => member.trim());
  return [...new Set(members.filter((member) => member !== ''))];
};

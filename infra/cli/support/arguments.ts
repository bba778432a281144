import { type ParseArgsConfig, parseArgs } from 'node:util';
import { parseTimestamp } from '../../../shared/domain/timestamp.ts';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { messageOf } from './run-command.ts';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Flags of every command. */
const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;

const listed = (options: Options): string =>
  Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ');

/** Throws a UsageError for a repeated flag, which is ambiguous. */
const assertNoneRepeated = (
  tokens: readonly { readonly kind: string; readonly name?: string }[],
  options: Options,
): void => {
  const given = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined) continue;
    if (given.has(name) && options[name]?.multiple !== true && options[name]?.type === 'string') {
      throw new UsageError(`--${name} is given twice. Pass it once.`);
    }
    given.add(name);
  }
};

/**
 * Parses a command line strictly: the given flags, `--help` and `--json`. Throws a UsageError that lists the
 * allowed flags.
 */
export const parseCommandLine = <const T extends Options>(
  argv: readonly string[],
  options: T,
  allowPositionals = false,
) => {
  const all = { ...options, ...COMMON };
  try {
    const config = { args: [...argv], options: all, allowPositionals, strict: true, tokens: true } as const;
    const { values, positionals, tokens } = parseArgs(config);
    assertNoneRepeated(tokens, all);
    return { values, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${messageOf(error)} Allowed flags: ${listed(all)}.`);
  }
};

/** The value of a flag that may be absent. */
export const optional =
  <T>(read: (value: string) => T) =>
  (value: string | undefined): T | undefined =>
    value === undefined ? undefined : read(value);

/** @param name of the flag or argument */
export const uuidFlag =
  (name: string) =>
  (value: string): string => {
    if (!isUuid(value)) throw new UsageError(`${name} must be a lower-case UUID, not "${value}".`);
    return value;
  };

export const organizationOf = (value: string | undefined): string => {
  if (value === undefined) throw new UsageError('--organization ID is missing. Pass a lower-case UUID.');
  return uuidFlag('--organization')(value);
};

/** Reads a time into the stored form. */
export const timeFlag = (flag: string) => (value: string) => {
  const time = parseTimestamp(value);
  if (time !== undefined) return time;
  throw new UsageError(`${flag} must be an RFC 3339 time such as 2027-01-31T00:00:00Z, not "${value}".`);
};

/** The members of a comma-separated list, without duplicates. */
export const membersOf = (value: string): readonly string[] => {
  const members = value.split(',').map((member) => member.trim());
  return [...new Set(members.filter((member) => member !== ''))];
};

/** An id that is a command's only positional argument. */
export interface IdArgument {
  readonly name: string;
  /** The command that lists these ids. */
  readonly listedBy: string;
}

export const idArgumentOf = (
  command: string,
  [id, ...others]: readonly string[],
  { name, listedBy }: IdArgument,
): string => {
  if (id === undefined || others.length > 0) {
    throw new UsageError(`${command} needs exactly one ${name}, as listed by "${listedBy}".`);
  }
  return uuidFlag(name)(id);
};

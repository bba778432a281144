import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { messageOf } from './run-command.ts';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The flags that every command takes. */
const COMMON = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const;

const listed = (options: Options): string =>
  Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ');

/** Throws a UsageError for a flag given twice, since which one was meant is anyone's guess. */
const assertNoneRepeated = (
  tokens: readonly { readonly kind: string; readonly name?: string }[],
  options: Options,
): void => {
  const given = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined) continue;
    if (given.has(name) && options[name]?.multiple !== true && options[name]?.type === 'string') {
      throw new UsageError(`--${name} is given twice.`);
    }
    given.add(name);
  }
};

/**
 * Parses a command line strictly: `--help` and `--json` besides the given flags, nothing else. Throws a
 * UsageError that lists the flags there are.
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
    throw new UsageError(`${messageOf(error)} The flags are ${listed(all)}.`);
  }
};

/** The organization that a command is for. */
export const organizationOf = (value: string | undefined): string => {
  if (value === undefined) throw new UsageError('--organization ID is missing: a lower-case UUID.');
  if (!isUuid(value)) throw new UsageError(`--organization must be a lower-case UUID, not "${value}".`);
  return value;
};

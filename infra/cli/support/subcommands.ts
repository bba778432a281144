import { type IdArgument, idArgumentOf, parseCommandLine } from './arguments.ts';
import { linesOf, type Output, type Text } from './output.ts';
import type { Command } from './run-command.ts';
import { UsageError } from './usage-error.ts';

/** What a subcommand prints: the text, or the document with `--json`. */
export interface Result {
  readonly text: Text;
  readonly document: unknown;
}

interface Definition<V, S extends string> {
  readonly argument?: IdArgument;
  /**
   * A function for each flag with a value. It reads the value, which is `undefined` if the flag is absent,
   * and throws a UsageError if it is invalid. Every subcommand also has `--stack`.
   */
  readonly flags: { readonly [N in keyof V]: (value: string | undefined) => V[N] };
  /** Flags without a value. */
  readonly switches?: readonly S[];
}

type Values<V, S extends string> = V &
  Readonly<Record<S, boolean>> & { readonly argument: string; readonly stack: string | undefined };

type Subcommand = (name: string, argv: readonly string[], output: Output) => Promise<void>;

const optionsOf = <T extends 'boolean' | 'string'>(names: readonly string[], type: T) =>
  Object.fromEntries(names.map((name) => [name, { type }]));

export const subcommand =
  <V extends Readonly<Record<string, unknown>>, S extends string = never>(
    { argument, flags, switches = [] }: Definition<V, S>,
    run: (values: Values<V, S>, output: Output) => Promise<Result>,
  ): Subcommand =>
  async (name, argv, output) => {
    const strings = optionsOf([...Object.keys(flags), 'stack'], 'string');
    const options = { ...strings, ...optionsOf(switches, 'boolean') };
    const { values, positionals } = parseCommandLine(argv, options, argument !== undefined);
    const given = {
      argument: argument && idArgumentOf(name, positionals, argument),
      ...Object.fromEntries(Object.entries(flags).map(([flag, read]) => [flag, read(values[flag])])),
      ...Object.fromEntries(switches.map((flag) => [flag, values[flag] === true])),
      stack: values['stack'],
    };
    const { text, document } = await run(given as Values<V, S>, output);
    if (values['json'] === true) output.document(document);
    else output.result(text);
  };

/**
 * A command whose first argument is a subcommand.
 *
 * @param help printed if `--help` is among the arguments
 */
export const withSubcommands =
  (subcommands: Readonly<Record<string, Subcommand>>, help: string): Command =>
  async (argv, output) => {
    const [name, ...rest] = argv;
    if (argv.includes('--help') || argv.includes('-h')) {
      output.result(linesOf(help));
      return 0;
    }
    const names = Object.keys(subcommands).join(', ');
    if (name === undefined || name.startsWith('-')) {
      throw new UsageError(`Missing command. Use one of: ${names}.`);
    }
    const run = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (run === undefined) throw new UsageError(`Unknown command "${name}". Use one of: ${names}.`);
    await run(name, rest, output);
    return 0;
  };

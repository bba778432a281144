import { type Flags, ORGANIZATION, optional, parseCommandLine } from './arguments.ts';
import { linesOf, type Output, type Text } from './output.ts';
import type { Command } from './run-command.ts';
import { UsageError } from './usage-error.ts';

/** What a subcommand prints: the text, or the document with `--json`. */
export interface Result {
  readonly text: Text;
  readonly document: unknown;
}

type Subcommand = (name: string, argv: readonly string[], output: Output) => Promise<void>;

/** Adds `--help` to a command. */
const withHelp =
  (help: string, run: Command): Command =>
  async (argv, output) => {
    if (!argv.includes('--help') && !argv.includes('-h')) return run(argv, output);
    output.result(linesOf(help));
    return 0;
  };

/**
 * A command without subcommands.
 *
 * @param run returns the exit code
 */
export const command = <V>(
  help: string,
  flags: Flags<V>,
  run: (values: V & { readonly json: boolean }, output: Output) => Promise<number>,
): Command => withHelp(help, async (argv, output) => run(parseCommandLine(argv, flags), output));

/** A subcommand with `--stack` besides its flags. */
export const subcommand =
  <V>(
    flags: Flags<V>,
    run: (values: V & { readonly stack: string | undefined }, output: Output) => Promise<Result>,
  ): Subcommand =>
  async (name, argv, output) => {
    const { json, ...values } = parseCommandLine(argv, { ...flags, stack: optional(String) }, name);
    const { text, document } = await run(values as unknown as V & { stack: string | undefined }, output);
    if (json) output.document(document);
    else output.result(text);
  };

/**
 * Makes subcommands of one organization, with `--organization` and `--stack` besides their flags. Each calls
 * `connect` once its flags make sense.
 */
export const organizationSubcommands =
  <C>(connect: (stack: string | undefined, organizationId: string) => Promise<C>) =>
  <V>(
    flags: Flags<V>,
    run: (
      values: V & { readonly organizationId: string },
      connect: () => Promise<C>,
      output: Output,
    ) => Promise<Result>,
  ): Subcommand =>
    subcommand<V & { organization: string }>(
      { ...flags, organization: ORGANIZATION } as Flags<V & { organization: string }>,
      ({ organization: organizationId, stack, ...values }, output) =>
        run({ ...(values as unknown as V), organizationId }, () => connect(stack, organizationId), output),
    );

/** A command whose first argument is a subcommand. */
export const withSubcommands = (help: string, subcommands: Readonly<Record<string, Subcommand>>): Command =>
  withHelp(help, async ([name, ...rest], output) => {
    const names = Object.keys(subcommands).join(', ');
    if (name === undefined || name.startsWith('-')) {
      throw new UsageError(`Missing command. Use one of: ${names}.`);
    }
    const run = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (run === undefined) throw new UsageError(`Unknown command "${name}". Use one of: ${names}.`);
    await run(name, rest, output);
    return 0;
  });

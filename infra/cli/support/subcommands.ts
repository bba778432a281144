import type { Output } from './run-command.ts';
import { UsageError } from './usage-error.ts';

type Subcommand = (argv: readonly string[], output: Output) => Promise<void>;

/**
 * A command whose first argument is a subcommand. Returns the exit code.
 *
 * @param help printed if `--help` is among the arguments
 */
export const withSubcommands =
  (subcommands: Readonly<Record<string, Subcommand>>, help: string) =>
  async (argv: readonly string[], output: Output): Promise<number> => {
    const [name, ...rest] = argv;
    if (argv.includes('--help') || argv.includes('-h')) {
      output.result(help);
      return 0;
    }
    const names = Object.keys(subcommands).join(', ');
    if (name === undefined || name.startsWith('-')) {
      throw new UsageError(`A command is missing. Commands: ${names}.`);
    }
    const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
    if (subcommand === undefined) {
      throw new UsageError(`Unknown command "${name}". Commands: ${names}.`);
    }
    await subcommand(rest, output);
    return 0;
  };

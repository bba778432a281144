import { linesOf, type Output, processOutput } from './output.ts';

/** The message of an error, with those of its causes that add something. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  const own = error.message || error.name;
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return cause === '' || own.includes(cause) ? own : `${own} (${cause})`;
};

/** Takes the arguments after its name, and returns the exit code. */
export type Command = (argv: readonly string[], output: Output) => Promise<number>;

/**
 * Loads and runs a command. Returns its exit code, or 1 after a failure, which is printed as one message
 * without a stack, and with `--json` also as `{"error": "..."}`.
 */
export const runCommand = async (
  load: () => Promise<Command>,
  argv: readonly string[],
  output: Output,
): Promise<number> => {
  try {
    const command = await load();
    return await command(argv, output);
  } catch (error) {
    const message = messageOf(error);
    // Whatever a message quotes, no line but the first looks like one of ours.
    output.message(linesOf(`Error: ${message}`).map((line, index) => (index === 0 ? line : `  ${line}`)));
    if (argv.includes('--json')) output.document({ error: message });
    return 1;
  }
};

/** Runs a command with the arguments of this process, and sets the exit code. */
export const runMain = async (load: () => Promise<Command>): Promise<void> => {
  process.exitCode = await runCommand(load, process.argv.slice(2), processOutput);
};

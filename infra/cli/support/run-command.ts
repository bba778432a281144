import { keepCompiledCode } from '../../compile-cache.ts';

/** Where a command prints to. */
export interface Output {
  /** The result: plain text, or the one JSON document of `--json`. */
  result(text: string): void;
  /** Messages and progress, which never mix with the result. */
  message(text: string): void;
}

const processOutput: Output = {
  result: (text) => process.stdout.write(`${text}\n`),
  message: (text) => process.stderr.write(`${text}\n`),
};

/** The message of an error, with those of its causes as far as they say more. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  const own = error.message || error.name;
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  return cause === '' || own.includes(cause) ? own : `${own} (${cause})`;
};

/** Takes the arguments after its own name, and returns the exit code. */
export type Command = (argv: readonly string[], output: Output) => Promise<number>;

/**
 * Loads and runs a command. Returns the exit code: what the command returns, or 1 after a failure, of which one message is
 * printed and no stack. With `--json` a failure is a JSON document too: `{"error": "..."}`.
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
    output.message(`Error: ${message}`);
    if (argv.includes('--json')) output.result(JSON.stringify({ error: message }));
    return 1;
  }
};

/** Runs a command with the arguments of this process, whose exit code it sets. */
export const runMain = async (load: () => Promise<Command>): Promise<void> => {
  const loadAndKeep = (): Promise<Command> => {
    keepCompiledCode();
    return load();
  };
  process.exitCode = await runCommand(loadAndKeep, process.argv.slice(2), processOutput);
};

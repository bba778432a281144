import { type ChildProcess, fork } from 'node:child_process';

/** A project module running in its own process. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves when the process exits, for any reason. */
  readonly ended: Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a module and waits for its first message. */
export const startChild = async (
  file: string,
  { args = [], environment = {} }: { args?: readonly string[]; environment?: Record<string, string> } = {},
): Promise<Child> => {
  const child = fork(file, args, { env: { ...process.env, ...environment }, silent: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    ended.then(() => {
      throw new Error(`${file} ended before it was ready: ${output}`);
    }),
  ]);
  return {
    process: child,
    ended,
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
};

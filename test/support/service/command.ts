import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { registerSecrets } from '../values/secrets.ts';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in the project's folder and waits for it to exit. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> => {
  const { promise, resolve, reject } = Promise.withResolvers<CommandResult>();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.on('error', reject);
  child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  return promise;
};

/** Runs a project script in its own process, on the same Node.js as the tests. */
export const runScript = (
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> => runProgram(process.execPath, [join(ROOT, script), ...args], environment);

/**
 * Parses the document that a command-line tool printed with `--json`.
 *
 * @throws Error on a nonzero exit code
 */
export const documentOf = <T>(
  command: string,
  { exitCode, stdout, stderr }: CommandResult,
  environment: Readonly<Record<string, string>>,
): T => {
  if (exitCode !== 0) throw new Error(`${command} exited with ${exitCode}: ${stderr}`);
  const document = JSON.parse(stdout) as T;
  registerSecrets(environment['DATA_DIR'], document);
  return document;
};

/** Runs a command-line tool with `--json` and returns the printed document. Throws on a nonzero exit code. */
export const runTool = async <T>(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<T> =>
  documentOf(
    `${script} ${args.join(' ')}`,
    await runScript(script, [...args, '--json'], environment),
    environment,
  );

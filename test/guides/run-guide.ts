import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../support/service/command.ts';
import { type Block, blocksOf } from './blocks.ts';
import { differences } from './shape.ts';

export interface GuideResult {
  /** What is wrong, with the line of the guide. Empty if all is well. */
  readonly problems: readonly string[];
  /** The blocks that were skipped, each with the reason that the guide gives. */
  readonly skipped: readonly string[];
  readonly commands: number;
}

/** Blocks of other languages are saved to the file that the guide names, if any. */
const SHELL = 'sh';
const MARKER = '@@guide-line';
const PROBLEM = 'urn:sales-data:problem:';

/** How long a guide may take, in milliseconds: some install packages. */
const TIME_LIMIT = 300_000;

/** Variables that a reader sets to values of their own. */
const withoutSettings = (commands: string, environment: Readonly<Record<string, string>>): string =>
  commands.replaceAll(/^export (\w+)=.*$/gm, (line, name) => (name in environment ? ':' : line));

/** Whether commands need a later Node.js than this: `Node.js 22` after the language says so. */
const isTooNew = (note: string, major: number): boolean =>
  Number(/^Node\.js (\d+)$/.exec(note)?.[1] ?? 0) > major;

const scriptOf = (
  blocks: readonly Block[],
  environment: Readonly<Record<string, string>>,
  nodeMajor: number,
): string =>
  blocks
    .map(({ language, note, text: content, line, file }) => {
      const marker = `echo; echo '${MARKER} ${line}'`;
      if (file !== undefined) return `cat > '${file}' <<'@@end'\n${content}@@end`;
      if (language !== SHELL || note.startsWith('skip: ') || isTooNew(note, nodeMajor)) return '';
      const commands = withoutSettings(content, environment);
      if (note !== 'background') return `${marker}\n${commands}`;
      // Ready once it listens.
      return `${marker}\n{ ${commands.trim()}; } &\nsleep 2`;
    })
    .join('\n');

/** The last JSON document of an output, whole or on its own line. */
const jsonIn = (output: string): unknown => {
  for (const candidate of [output, ...output.trim().split('\n').toReversed()]) {
    try {
      return JSON.parse(candidate);
    } catch {}
  }
  return undefined;
};

/** What differs between a JSON block and the output of the commands before it. */
const checkOutput = (shown: Block | undefined, output: string): readonly string[] => {
  if (shown?.language !== 'json' || shown.file !== undefined) {
    return output.includes(PROBLEM) ? [`an unexpected problem: ${output.trim().slice(-300)}`] : [];
  }
  const actual = jsonIn(output);
  return actual === undefined ? ['no JSON in the output'] : differences(JSON.parse(shown.text), actual);
};

/** Ends what the commands of a guide left running, which would keep its output open. */
const stopGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/**
 * Executes the commands of a guide in order, in one shell in a new folder, and compares the JSON that it
 * shows with what they print.
 *
 * @param environment includes the variables that the guide tells its reader to set
 * @param nodeMajor the version of the Node.js in its `PATH`
 * @param links names of files and folders of the checkout that the new folder has, too
 */
export const runGuide = async (
  markdown: string,
  environment: Readonly<Record<string, string>>,
  nodeMajor: number,
  links: readonly string[] = [],
): Promise<GuideResult> => {
  const blocks = blocksOf(markdown);
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  for (const name of links) symlinkSync(join(ROOT, name), join(folder, name));
  const script = `set -eo pipefail\n${scriptOf(blocks, environment, nodeMajor)}\n`;
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT,
    detached: true,
  });
  const ended = once(child, 'exit').then(([code]) => {
    stopGroup(child.pid);
    return code;
  });
  const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  rmSync(folder, { recursive: true, force: true });
  const [, ...outputs] = output.split(new RegExp(`^${MARKER} `, 'm'));
  const problems = outputs.flatMap((each) => {
    const line = Number.parseInt(each, 10);
    const index = blocks.findIndex((block) => block.line === line);
    const printed = each.slice(String(line).length + 1);
    return checkOutput(blocks[index + 1], printed).map((problem) => `line ${line}: ${problem}`);
  });
  const last = Number.parseInt(outputs.at(-1) ?? '0', 10);
  if (exitCode !== 0) problems.push(`line ${last}: exit code ${exitCode}. ${errors.trim().slice(-600)}`);
  const skipped = blocks
    .filter(({ note }) => note.startsWith('skip: '))
    .map(({ line, note }) => `line ${line}: ${note.slice('skip: '.length)}`);
  return { problems, skipped, commands: outputs.length };
};

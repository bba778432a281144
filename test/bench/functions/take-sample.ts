import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A function to be measured, with what it is invoked with again and again. */
export interface Variant {
  readonly name: string;
  /** The bundle: CommonJS when it ends in `.cjs`, else an ES module. */
  readonly file: string;
  /** Of all that is loaded: the bundle, and a loader before it. */
  readonly bundleBytes: number;
  /** An event, or a list of them to take in turns. */
  readonly event: unknown;
  readonly environment: Readonly<Record<string, string>>;
  /** Tells a right answer, so that nothing is measured that fails fast. */
  readonly isRight: (answer: string) => boolean;
  /** What its ratios are to: the name of another variant. */
  readonly floor: string;
}

/** Milliseconds; `rss` in megabytes. */
export interface Sample {
  /** Loading the function and its first invocation. */
  readonly cold: number;
  /** CPU time of one more invocation. */
  readonly warmCpu: number;
  readonly p50: number;
  readonly p99: number;
  readonly rss: number;
  /** What one invocation logs. */
  readonly logBytes: number;
}

const run = promisify(execFile);

/** Measures a variant in a process of its own. */
export const takeSample = async (
  variant: Variant,
  options: { readonly warmUps: number; readonly invocations: number },
): Promise<Sample> => {
  const { file, event } = variant;
  const folder = await mkdtemp(join(tmpdir(), 'sample-'));
  const task = join(folder, 'task.json');
  await writeFile(task, JSON.stringify({ file, event, ...options }));
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'sample.mjs'), task], {
    env: { PATH: process.env['PATH'], ...variant.environment },
  });
  await rm(folder, { recursive: true });
  const { answer, ...sample } = JSON.parse(stdout) as Sample & { answer: string };
  if (!variant.isRight(answer)) throw new Error(`${variant.name} answers ${answer}`);
  return sample;
};

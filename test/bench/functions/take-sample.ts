import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A function to measure, with its events. */
export interface Variant {
  readonly name: string;
  /** The bundle: CommonJS if it ends in `.cjs`, otherwise an ES module. */
  readonly file: string;
  /** Size of all loaded code: the bundle and its loader. */
  readonly bundleBytes: number;
  /** An event, or a list to cycle through. */
  readonly event: unknown;
  readonly environment: Readonly<Record<string, string>>;
  /** Validates a response, to avoid measuring fast failures. */
  readonly isRight: (answer: string) => boolean;
  /** The baseline of the ratios: the name of another variant. */
  readonly floor: string;
}

/** Times in milliseconds, `rss` in megabytes. */
export interface Sample {
  /** Loading the function and its first invocation. */
  readonly cold: number;
  /** CPU time of the same. */
  readonly coldCpu: number;
  /** CPU time of a warm invocation. */
  readonly warmCpu: number;
  readonly p50: number;
  readonly p99: number;
  readonly rss: number;
  /** Bytes that one invocation logs. */
  readonly logBytes: number;
}

const run = promisify(execFile);

/** Measures a variant in a new process. */
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
    maxBuffer: 64 * 1024 * 1024,
  });
  await rm(folder, { recursive: true });
  const { answer, ...sample } = JSON.parse(stdout) as Sample & { answer: string };
  if (!variant.isRight(answer)) throw new Error(`${variant.name} answers ${answer}`);
  return sample;
};

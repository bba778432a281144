import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../support/usage-error.ts';

/**
 * Synthesizes a stage, as `cdk deploy` does.
 *
 * @returns the folder of the assembly, for the caller to remove
 * @throws UsageError with the end of the CDK's output
 */
export const synthesize = async (stage: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'preflight-'));
  // Who is notified of alarms is no matter of the account.
  const context = ['--context', `stage=${stage}`, '--context', 'alarm-notification=none'];
  try {
    await promisify(execFile)('cdk', ['synth', '--quiet', ...context, '--output', directory]);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new UsageError(`The stage "${stage}" cannot be synthesized:\n${output.trim().slice(-2_000)}`);
  }
  return directory;
};

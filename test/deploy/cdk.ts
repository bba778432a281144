import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator } from './emulator.ts';
import { ACCOUNT, CHANGE_CONTEXT, REGION, STACK_NAME } from './rehearsal.ts';
import { type RunResult, run, runOrFail } from './run.ts';

/** The CDK commands that an operator runs. */
export interface Cdk {
  bootstrap(): Promise<void>;
  /** @returns the outputs of the stack */
  deploy(options?: { readonly isChanged?: boolean }): Promise<Readonly<Record<string, string>>>;
  destroy(): Promise<RunResult>;
}

export const createCdk = ({ environment }: Emulator): Cdk => {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const app = ['--app', 'node test/deploy/app.ts', '--output', join(folder, 'cdk.out')];
  return {
    async bootstrap() {
      await runOrFail('cdk', ['bootstrap', `aws://${ACCOUNT}/${REGION}`, ...app], environment);
    },
    async deploy({ isChanged = false } = {}) {
      const outputs = join(folder, 'outputs.json');
      const change = isChanged ? ['--context', `${CHANGE_CONTEXT}=true`] : [];
      await runOrFail(
        'cdk',
        ['deploy', STACK_NAME, '--require-approval', 'never', '--outputs-file', outputs, ...change, ...app],
        environment,
      );
      return JSON.parse(readFileSync(outputs, 'utf8'))[STACK_NAME];
    },
    destroy: () => run('cdk', ['destroy', STACK_NAME, '--force', ...app], environment),
  };
};

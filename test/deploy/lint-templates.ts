import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STAGE_NAMES } from '../../infra/config.ts';
import type { PythonTools } from './python.ts';
import { expectThat } from './rehearsal.ts';
import { run, runOrFail } from './run.ts';

/** Runs cfn-lint, which knows the schema of every resource type, on the templates of every stage. */
export const lintTemplates = async ({ cfnLint }: PythonTools): Promise<void> => {
  for (const stage of STAGE_NAMES) {
    const assembly = mkdtempSync(join(tmpdir(), 'rehearsal-lint-'));
    const context = ['--context', `stage=${stage}`, '--context', 'alarm-notification=none'];
    await runOrFail('cdk', ['synth', '--quiet', ...context, '--output', assembly]);
    const templates = globSync('*.template.json', { cwd: assembly }).map((file) => join(assembly, file));
    const { output } = await run(cfnLint, templates);
    rmSync(assembly, { recursive: true, force: true });
    expectThat(
      output === '',
      `cfn-lint reports nothing on the templates of ${stage}${output && `: ${output}`}`,
    );
  }
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { createStack } from './synthesis.ts';

/** Synthesizes a stack and returns its unsuppressed cdk-nag findings. */
export const findingsOf = ({ app, outdir }: ReturnType<typeof createStack>): readonly string[] => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  try {
    app.synth();
  } catch {
    // Findings fail the synthesis; the report lists them.
  }
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as {
    pluginReports: { violations: { ruleName: string }[] }[];
  };
  return report.pluginReports.flatMap(({ violations }) => violations.map(({ ruleName }) => ruleName));
};

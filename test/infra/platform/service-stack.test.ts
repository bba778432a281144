import { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it } from 'vitest';
import { readSynthesizedStack } from '../../../infra/assembly/synthesized-stack.ts';
import { STAGE_NAMES, stageConfig } from '../../../infra/config.ts';
import { findingsOf } from '../../support/platform/cdk-nag.ts';
import { everyOption } from '../../support/platform/every-option.ts';
import { createStack, synthesize } from '../../support/platform/synthesis.ts';

describe('the stack', () => {
  it('contains exactly these resources', () => {
    const counts: Record<string, number> = {};
    const { Resources: resources } = synthesize('production').toJSON() as {
      Resources: Record<string, { Type: string }>;
    };
    for (const { Type } of Object.values(resources)) counts[Type] = (counts[Type] ?? 0) + 1;
    expect(counts).toMatchSnapshot();
  });

  it.each(STAGE_NAMES)('leaves room in %s with every option and 30 identity providers', (stage) => {
    const { app, outdir } = createStack(stage, { ...stageConfig(stage), ...everyOption(30) });
    app.synth();
    const [own = 0, ...parts] = readSynthesizedStack(outdir).resourceCounts.values();
    expect(own).toBeLessThanOrEqual(330);
    expect(parts).toHaveLength(2);
    expect(Math.max(...parts)).toBeLessThanOrEqual(200);
  });

  it('has fewer resources than CloudFormation allows, with every option and 200 identity providers', () => {
    const { app, outdir } = createStack('production', { ...stageConfig('production'), ...everyOption(200) });
    app.synth();
    const [own = 0] = readSynthesizedStack(outdir).resourceCounts.values();
    expect(own).toBeLessThan(500);
  });

  it.each(STAGE_NAMES)('names neither account nor Region in %s', (stage) => {
    const text = JSON.stringify(synthesize(stage).toJSON());
    expect(text).not.toMatch(/\b\d{12}\b/);
    expect(text).not.toMatch(/\b(us|eu|ap|sa|ca|me|af)-(north|south|east|west|central)[a-z]*-\d\b/);
  });

  it('leaves no cdk-nag finding or template validation error unacknowledged in development', () => {
    expect(findingsOf(createStack('development', stageConfig('development'), { validation: true }))).toEqual(
      [],
    );
  });

  it('reports cdk-nag findings in production only for a queue that this test adds', () => {
    const created = createStack('production');
    new Queue(created.stack, 'Unacknowledged');
    expect(new Set(findingsOf(created))).toEqual(new Set(['AwsSolutions-SQS3', 'AwsSolutions-SQS4']));
  });

  it('rejects an unknown stage and lists the known ones', () => {
    expect(() => stageConfig('prod')).toThrow('development, staging, production');
    expect(() => stageConfig('toString')).toThrow('There is no stage "toString"');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmsOf } from '../../support/platform/alarms.ts';
import { resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const page = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'infra', 'docs', 'runbook', name), 'utf8');
const costs = page('costs.md');

describe('the runbook', () => {
  it('documents each alarm in exactly one entry', () => {
    const headings = [...page('alarms.md').matchAll(/^## (.*)$/gm)];
    expect(headings.map(([, heading]) => heading).sort()).toEqual(
      alarmsOf(synthesize('production'))
        .map(({ AlarmName }) => AlarmName.replace('SalesData-production-', ''))
        .sort(),
    );
  });

  it("states the monthly price of the stack's alarms and log metrics", () => {
    const template = synthesize('production');
    const alarms = alarmsOf(template);
    // Each metric of a formula counts; an alarm without one watches a single metric.
    const metrics = alarms
      .map(({ Metrics }) => Metrics?.filter((each) => each.MetricStat).length ?? 1)
      .reduce((sum, each) => sum + each, 0);
    expect(costs).toContain(`${alarms.length} alarms over ${metrics} metrics`);
    const filters = resourcesOf(template, 'AWS::Logs::MetricFilter').size;
    expect(costs).toContain(`${filters} log metrics`);
  });
});

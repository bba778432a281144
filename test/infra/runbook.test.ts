import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmsOf } from '../support/alarms.ts';
import { synthesize } from '../support/synthesis.ts';

const runbook = readFileSync(join(import.meta.dirname, '..', '..', 'infra', 'docs', 'runbook.md'), 'utf8');

describe('the runbook', () => {
  it('has exactly one entry per alarm', () => {
    const section = runbook.slice(runbook.indexOf('\n## Alarms'));
    const headings = [...section.slice(1, section.indexOf('\n## ', 5)).matchAll(/^### (.*)$/gm)];
    expect(headings.map(([, heading]) => heading).sort()).toEqual(
      alarmsOf(synthesize('production'))
        .map(({ AlarmName }) => AlarmName.replace('SalesData-production-', ''))
        .sort(),
    );
  });

  it('knows how many resources the stack has', () => {
    const count = Object.keys(synthesize('production').toJSON()['Resources']).length;
    expect(runbook).toContain(`the stack has ${count}`);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alarmsOf } from '../support/alarms.ts';
import { synthesize } from '../support/synthesis.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'infra', 'docs');
const runbook = readFileSync(join(FOLDER, 'runbook.md'), 'utf8');

describe('the runbook', () => {
  it('names every alarm and none that is gone', () => {
    const section = runbook.slice(runbook.indexOf('\n## Alarms'));
    const headings = [...section.slice(1, section.indexOf('\n## ', 5)).matchAll(/^### (.*)$/gm)];
    expect(headings.map(([, heading]) => heading).sort()).toEqual(
      alarmsOf(synthesize('production'))
        .map(({ AlarmName }) => AlarmName.replace('SalesData-production-', ''))
        .sort(),
    );
  });

  it('links to what is there', () => {
    const files = [...runbook.matchAll(/\]\((?!http|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(join(FOLDER, file)), file).toBe(true);
    for (const [, anchor = ''] of runbook.matchAll(/\]\(#([^)]+)\)/g)) {
      const anchors = [...runbook.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors).toContain(anchor);
    }
  });
});

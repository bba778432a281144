import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const records = globSync('infra/docs/decisions/*.md', { cwd: ROOT }).sort();

describe('the decision records', () => {
  it('numbers decisions without gaps', () => {
    expect(records.map((file) => Number(basename(file).slice(0, 4)))).toEqual(
      records.map((_, index) => index + 1),
    );
  });

  it.each(records)('requires a number, a status, a date and the usual sections: %s', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const number = Number(basename(file).slice(0, 4));
    expect(text).toMatch(
      new RegExp(`^# ${number}\\. .+\n\nStatus: (Accepted|Superseded by .+) · Date: \\d{4}-\\d{2}-\\d{2}\n`),
    );
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
      'Alternatives considered',
    ]);
  });
});

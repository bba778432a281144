import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/service/command.ts';

const MAX_LENGTH = 110;

/** Generated files, which biome does not format either. */
const GENERATED = [
  'clients/typescript/src/schema.ts',
  'connectors/mcp/src/kinds.ts',
  'shared/contract/records/own-fields.ts',
];

/** Lines that cannot be broken: addresses and other long words, paths of imports, regular expressions. */
const UNBREAKABLE = [/\S{60,}/, / from '[^']+';$/, /^\s*(\? )?\/.+\/[a-z]*[,;]?$/];

/** The formatter keeps titles of tests on one line. */
const TEST_TITLE = /^\s*(it|test|describe)\b.*[({]$/;

const isTooLong = (line: string): boolean =>
  line.length > MAX_LENGTH && ![...UNBREAKABLE, TEST_TITLE].some((allowed) => allowed.test(line));

test('wraps lines at 110 characters: the formatter breaks no text', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' });
  const tooLong = files
    .split('\n')
    .filter((file) => file !== '' && !GENERATED.includes(file))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (isTooLong(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(tooLong).toEqual([]);
});

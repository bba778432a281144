import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generatedFiles } from '../../../../infra/openapi/generated-files.ts';
import { runProgram } from '../../../support/command.ts';

it.each(await generatedFiles())('$name is what the routes and schemas say', ({ path, text }) => {
  // Not toBe on the texts: their difference would be thousands of lines.
  const isFresh = readFileSync(path, 'utf8') === text;
  expect(isFresh, `${path} is stale: "npm run openapi" writes it again.`).toBe(true);
});

it('is accepted by the linter without a warning', async () => {
  const { exitCode, stdout, stderr } = await runProgram('node_modules/.bin/redocly', [
    'lint',
    '--max-problems=20',
    '--format=json',
  ]);
  expect(
    {
      exitCode,
      problems: JSON.parse(stdout).problems.filter(({ ignored }: { ignored?: boolean }) => !ignored),
    },
    stderr,
  ).toEqual({
    exitCode: 0,
    problems: [],
  });
});

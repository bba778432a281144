/**
 * `npm run check -- guides [NAME…]`: executes the commands of the README and of the guides against a new
 * local service, with each Node.js that the machine has and the page claims to support. Exits with 1 if one
 * does not work as typed.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { synthesize } from '../../infra/local/synthesis.ts';
import { nodeFolders } from '../support/processes/node-versions.ts';
import { useTemporaryFolder } from '../support/processes/temporary-folder.ts';
import { ROOT } from '../support/service/command.ts';
import { startRunnerProcess } from '../support/service/runner-process.ts';
import { guideEnvironment, sampleDataIndexed } from './guide-environment.ts';
import { runGuide } from './run-guide.ts';

useTemporaryFolder();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const named = process.argv.slice(2);
const files = globSync(['README.md', 'infra/docs/guides/*.md'], { cwd: ROOT })
  .filter((file) => named.length === 0 || named.includes(basename(file, '.md')))
  .sort();

/** The README has no variables: the key that `npm start` prints is pasted, and ports are the usual ones. */
const asPasted = (markdown: string, environment: Readonly<Record<string, string>>): string =>
  markdown
    .replaceAll(/sd_live_…/g, environment['API_KEY'] ?? '')
    .replaceAll('http://127.0.0.1:3000', environment['BASE_URL'] ?? '');

/** Other versions than the project's own, which a guide names. */
const versionsOf = (markdown: string): readonly number[] =>
  [20, 22].filter((major) => markdown.includes(`Node.js ${major}`) && markdown.includes('later'));

const assembly = await synthesize(print);
let failures = 0;
for (const file of files) {
  const markdown = readFileSync(join(ROOT, file), 'utf8');
  for (const major of [24, ...versionsOf(markdown)]) {
    const folder = nodeFolders().get(major);
    const title = `${file} with Node.js ${major}`;
    if (folder === undefined) {
      print(`${title}: skipped, because that version is not in PATH`);
      continue;
    }
    // Each guide changes data, and starts with those of a new service.
    const dataDirectory = mkdtempSync(join(tmpdir(), 'guides-'));
    const runner = await startRunnerProcess({
      assembly,
      dataDirectory,
      environment: { WEBHOOKS_ALLOW_LOOPBACK: '1', WEBHOOKS_RETRY_SCHEDULE: '1,1,2' },
    });
    const path = [folder, process.env['PATH']].join(delimiter);
    const environment = guideEnvironment(dataDirectory);
    await sampleDataIndexed(environment);
    const variables = { ...environment, PATH: path };
    const { problems, skipped, commands } =
      file === 'README.md'
        ? await runGuide(asPasted(markdown, environment), variables, major, [
            'package.json',
            'node_modules',
            'infra',
          ])
        : await runGuide(markdown, variables, major);
    await runner.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
    print(`${title}: ${commands} blocks, ${problems.length} problems`);
    for (const each of skipped) print(`  skipped ${each}`);
    for (const each of problems) print(`  ${each}`);
    failures += problems.length;
  }
}
process.exitCode = failures === 0 ? 0 : 1;

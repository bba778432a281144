import type { CheckResult } from '../../infra/cli/verify/checks.ts';
import { runScript } from '../support/service/command.ts';
import type { Emulator } from './emulator.ts';
import { expectThat, STACK_NAME, say } from './rehearsal.ts';

/** Checks that fail because of known gaps of the emulator; see `known-gaps.ts` for the first. */
const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  'data API: sends no Content-Type with the 304': 'A header that is `null` is sent as text.',
  'data API: names the missing permission in the 403':
    'Gateway responses know nothing of $context.authorizer.',
  'sign-in page: opens for the console': 'There is no sign-in page.',
  'data API: sends RateLimit-Policy with the 403': 'Gateway responses know nothing of $context.authorizer.',
  'data API: sends RateLimit-Policy with the 429': 'Gateway responses know nothing of $context.authorizer.',
  'sign-in page: lets the console call its token endpoint (CORS)': 'There is no sign-in page.',
  'sign-in page: leads to no other address': 'There is no sign-in page.',
  'table: has filled all its indexes': 'Indexes have no `IndexStatus`.',
  'API Gateway: takes the method from X-HTTP-Method-Override': 'The header is ignored.',
  'imports: reads an uploaded file (bucket, queue)': 'Addresses of files are those of S3 itself.',
  'exports: writes a file that can be downloaded': 'Addresses of files are those of S3 itself.',
  'admin API: finds requests of the key (CloudWatch Logs)': 'A query of logs returns rows without fields.',
  'MCP server: leads clients to the metadata of OAuth':
    'They are at the address that AWS assigns to the API.',
  'API Gateway: has its own limit for each method': 'A stage has no settings of methods.',
};

/** Runs `npm run verify` against the deployed stack, through both APIs. */
export const tryVerification = async (
  { environment }: Emulator,
  apiUrl: string,
  adminUrl: string,
): Promise<void> => {
  const args = ['--stack', STACK_NAME, '--api-url', apiUrl, '--admin-url', adminUrl, '--json'];
  const { stdout, stderr } = await runScript('infra/cli/verify/main.ts', args, environment);
  const { checks = [] } = JSON.parse(stdout || '{}') as { checks?: readonly CheckResult[] };
  const failed = checks.filter(({ state }) => state !== 'ok');
  const unexpected = failed.filter(({ name }) => !Object.hasOwn(KNOWN_FAILURES, name));
  say(`  ${checks.length - failed.length} checks passed, ${failed.length} failed`);
  for (const [name, gap] of Object.entries(KNOWN_FAILURES)) {
    say(`  ${failed.some((check) => check.name === name) ? name : `no longer so: ${name}`}: ${gap}`);
  }
  const text = unexpected.map(({ name, detail }) => `\n    ${name}: ${detail}`).join('') + stderr;
  expectThat(
    checks.length > 0 && unexpected.length === 0,
    `nothing failed but for the emulator's gaps${text}`,
  );
};

/**
 * `npm start`: runs the synthesized service on this machine until it is interrupted.
 */
import { flushCompileCache } from 'node:module';
import { type FoundEngine, TESTED_VERSIONS } from './dynamodb/find-engine.ts';
import { printError } from './process/report-error.ts';
import { messageOf, StartError } from './process/start-error.ts';
import type { Runner } from './runner.ts';
import { readSettings } from './settings.ts';
import { synthesize } from './synthesis.ts';

/** How long after the start compiled code is kept. */
const FLUSH_MILLISECONDS = 5_000;

/** Printed once the service accepts requests. */
const banner = (runner: Runner): string => {
  const users = runner.users.map(
    ({ email, password, role }) => `  ${`Sign in (${role})`.padEnd(18)}${email}  ${password}`,
  );
  return `
Sales Data Retrieval Service is running:

  Data API          ${runner.apiUrl}
  Admin API         ${runner.adminUrl}
  Console           ${runner.consoleUrl}
  Organization      ${runner.organizationId}
  API key           ${runner.apiKey}
${users.join('\n')}
  Function logs     ${runner.functionLog}
  Sent emails       ${runner.mailFile}

Try it:

  curl -s -H 'X-Api-Key: ${runner.apiKey}' '${runner.apiUrl}/v1/call-list'

Press Ctrl-C to stop.
`;
};

const fail = (error: unknown): never => {
  const text = error instanceof StartError ? error.message : `Unexpected error: ${messageOf(error)}`;
  printError(text);
  process.exit(1);
};

/** Tells that an engine has not been tested, and how to test it. */
const printEngine = ({ path, version }: FoundEngine): void => {
  if (TESTED_VERSIONS.some((tested) => tested === version)) return;
  const tested = TESTED_VERSIONS.join(' and ');
  printProgress(
    `${path} is Dynoxide ${version}; tested are ${tested}. Once it runs, "npm run verify" tests it.`,
  );
};

const printProgress = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const main = async (): Promise<void> => {
  // Whatever the runner and its engine write is private.
  process.umask(0o077);
  // Lambda runs in UTC, and threads share the time zone of their process.
  process.env['TZ'] = 'UTC';
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<'interrupted'>();
  let isInterrupted = false;
  let isSynthesizing = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Before the start there is nothing to stop in order.
      if (isInterrupted || isSynthesizing) process.exit(1);
      isInterrupted = true;
      interrupt('interrupted');
    });
  }
  const settings = readSettings(process.env);
  if (typeof settings.dynamodb !== 'string') printEngine(settings.dynamodb);
  // Loading the runner takes longer, so invalid settings are reported before.
  const [assemblyDirectory, { startRunner }] = await Promise.all([
    settings.assemblyDirectory || synthesize(printProgress),
    import('./runner.ts'),
  ]);
  isSynthesizing = false;
  const runner = await startRunner({ ...settings, assemblyDirectory });
  if (!isInterrupted) process.stdout.write(banner(runner));
  // Not only on exit, because the process may be killed. Meanwhile, requests wait for up to a second.
  setTimeout(flushCompileCache, FLUSH_MILLISECONDS).unref();
  const reason = await Promise.race([interrupted, runner.failed]);
  await runner.stop();
  if (reason instanceof StartError) throw reason;
};

main().then(() => process.exit(0), fail);

/**
 * `npm start`: runs the synthesized service on this machine until it is told to stop.
 */
import { flushCompileCache } from 'node:module';
import { keepCompiledCode } from '../compile-cache.ts';
import { banner } from './banner.ts';
import { messageOf, StartError } from './process/start-error.ts';
import { readSettings } from './settings.ts';

const fail = (error: unknown): never => {
  const text = error instanceof StartError ? error.message : `Unexpected: ${messageOf(error)}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

const main = async (): Promise<void> => {
  // The time zone of a process is that of all its threads; Lambda runs in UTC.
  process.env['TZ'] = 'UTC';
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<'interrupted'>();
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isInterrupted) process.exit(1);
      isInterrupted = true;
      interrupt('interrupted');
    });
  }
  const settings = readSettings(process.env);
  // Loading all of it takes a second: what is wrong with the settings is said before.
  keepCompiledCode();
  const { startRunner } = await import('./runner.ts');
  const runner = await startRunner(settings);
  // Not only at the end, which may come as a kill.
  flushCompileCache();
  if (!isInterrupted) process.stdout.write(banner(runner));
  const reason = await Promise.race([interrupted, runner.failed]);
  await runner.stop();
  if (reason instanceof StartError) throw reason;
};

main().then(() => process.exit(0), fail);

/**
 * The local service in a process of its own, as `npm start` runs it, which kills the workers of a function when told
 * to by a message: the start of the function's name after that of the stack.
 */
import { startRunner } from '../../../infra/local/runner.ts';
import { readSettings } from '../../../infra/local/settings.ts';

const runner = await startRunner(readSettings(process.env));
process.on('message', (start: string) => {
  for (const pool of runner.functions.values()) {
    if (pool.definition.name.includes(`-${start}`)) void pool.stop();
  }
});
process.on('SIGTERM', () => void runner.stop().then(() => process.exit(0)));
void runner.failed.then(() => process.exit(1));
process.send?.('ready');

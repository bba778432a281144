/**
 * The local service in its own process, as `npm start` runs it, controlled by messages. A string kills the
 * workers of all functions whose name, without that of the stack, starts with it; a number sets the clock
 * offset, in milliseconds, which it acknowledges.
 */
import { setClock } from './clock.ts';

// Import these after the clock is replaced.
const { startRunner } = await import('../../../infra/local/runner.ts');
const { readSettings } = await import('../../../infra/local/settings.ts');

const runner = await startRunner(readSettings(process.env));
process.on('message', (message: string | number) => {
  if (typeof message === 'number') {
    setClock(message);
    process.send?.('the clock is set');
    return;
  }
  for (const [arn, pool] of runner.functions) if (arn.includes(`-${message}`)) void pool.stop();
});
process.on('SIGTERM', () => void runner.stop().then(() => process.exit(0)));
void runner.failed.then(() => process.exit(1));
process.send?.('ready');

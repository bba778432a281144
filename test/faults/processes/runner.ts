/**
 * The local service in a process of its own, as `npm start` runs it, which does what it is told by messages: a text is the
 * start of the names, after that of the stack, of functions whose workers it kills; a number is how far ahead its clock
 * is from then on, in milliseconds.
 */
import { setClock } from './clock.ts';

// They bind what the clock has replaced by then.
const { startRunner } = await import('../../../infra/local/runner.ts');
const { readSettings } = await import('../../../infra/local/settings.ts');

const runner = await startRunner(readSettings(process.env));
process.on('message', (message: string | number) => {
  if (typeof message === 'number') {
    setClock(message);
    return;
  }
  for (const pool of runner.functions.values()) {
    if (pool.definition.name.includes(`-${message}`)) void pool.stop();
  }
});
process.on('SIGTERM', () => void runner.stop().then(() => process.exit(0)));
void runner.failed.then(() => process.exit(1));
process.send?.('ready');

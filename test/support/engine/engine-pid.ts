import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The process id of a runner's engine. Throws while none runs, also while its file is being written: an empty
 * file would give 0, and a signal to 0 goes to all processes of the test run.
 */
export const enginePid = (dataDirectory: string): number => {
  const pid = Number(readFileSync(join(dataDirectory, 'dynamodb.pid'), 'utf8'));
  if (pid === 0) throw new Error('The engine is being started.');
  return pid;
};

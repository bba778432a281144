import { readdirSync, readFileSync } from 'node:fs';

/** Kills the processes that this process has started and not ended. Linux only. */
export const endChildren = (): void => {
  if (process.platform !== 'linux') return;
  const tasks = '/proc/self/task';
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  for (const child of children) {
    try {
      process.kill(Number(child), 'SIGKILL');
    } catch {
      // It has ended since.
    }
  }
};

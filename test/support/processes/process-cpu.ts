import { readFileSync } from 'node:fs';

/** `USER_HZ`, which is 100 on all architectures of Node.js. */
const TICKS_PER_SECOND = 100;

/** The CPU time of a process so far, in seconds. Linux only. */
export const cpuSecondsOf = (pid: number): number => {
  // The name of the program, in parentheses, may contain spaces.
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/s, '')
    .split(/\s+/);
  const [user = 0, system = 0] = fields.slice(10, 12).map(Number);
  return (user + system) / TICKS_PER_SECOND;
};

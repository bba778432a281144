import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process with this id runs. A zombie does not. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    // The state follows the process name in parentheses, which may itself contain spaces and parentheses.
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** The command line of a process; empty if it is unknown. Only on Linux, arguments may contain spaces. */
export const commandLineOf = (pid: number): readonly string[] => {
  try {
    if (process.platform !== 'linux') {
      const options = ['-ww', '-o', 'args=', '-p', String(pid)];
      return execFileSync('ps', options, { encoding: 'utf8', stdio: 'pipe' }).trim().split(' ');
    }
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
};

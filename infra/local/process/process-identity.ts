import { readFileSync } from 'node:fs';

/** Whether a process with this id runs. A zombie does not. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // The state follows the process name in parentheses, which may itself contain spaces and parentheses.
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** The command line of a process; empty if it is unknown. */
export const commandLineOf = (pid: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
};

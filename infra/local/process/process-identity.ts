import { readFileSync } from 'node:fs';

/** The fields of Linux's `/proc/PID/stat` from the third on; the second one, the name, may hold spaces. */
const statFields = (pid: number): readonly string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** Field 22 of `/proc/PID/stat`: ticks since boot at which the process started. */
const START_TIME = 22 - 3;

/**
 * Tells processes apart that were given the same id one after the other. Empty where the system has no
 * `/proc`.
 */
export const startTimeOf = (pid: number): string => statFields(pid)[START_TIME] ?? '';

/** Whether a process with this id runs; one that ended and was not yet waited for does not. */
export const isRunning = (pid: number): boolean => {
  if (statFields(pid)[0] === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** The command line of a process, or an empty list if it is not known. */
export const commandLineOf = (pid: number): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
};

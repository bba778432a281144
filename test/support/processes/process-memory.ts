import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;

/** Resident memory of a process and its children, in megabytes. Linux only. */
export const memoryOf = (pid: number): number => {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(resident) * PAGE_BYTES) / 1e6 + children.reduce((sum, child) => sum + memoryOf(child), 0);
};

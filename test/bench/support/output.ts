import { cpus } from 'node:os';

/** A Markdown table; all columns but the first are right-aligned. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');

/** The machine and date of the measurement. */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, Node.js ` +
  `${process.version}, ${new Date().toISOString().slice(0, 10)}`;

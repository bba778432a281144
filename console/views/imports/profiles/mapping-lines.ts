import type { Mappings } from '../prepare/mappings.ts';

/** One mapping per line: `Column = field`. */
export const linesOfMappings = (mappings: Mappings): string =>
  mappings.map(({ column, path }) => `${column} = ${path}`).join('\n');

/**
 * Paths contain no equals sign, but columns may. A line without one becomes a mapping that the service
 * rejects.
 */
export const mappingsOfLines = (text: string): Mappings =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const end = line.lastIndexOf('=');
      return end === -1
        ? { column: line.trim(), path: '' }
        : { column: line.slice(0, end).trim(), path: line.slice(end + 1).trim() };
    });

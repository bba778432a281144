import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs';
import { csvLine } from '../../../shared/runtime/own-csv.ts';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';

/**
 * Writes a CSV file, replacing what is there. Only its owner may read it: it holds people's data. Each line
 * is written at once, so that the file is complete whenever the import ends.
 *
 * @param flag names the file in the UsageError that is thrown if it cannot be written
 */
export const createPrivateCsv = <Column extends string>(
  flag: string,
  path: string,
  columns: readonly Column[],
) => {
  const open = (): number => {
    try {
      const descriptor = openSync(path, 'w', 0o600);
      fchmodSync(descriptor, 0o600);
      return descriptor;
    } catch (error) {
      throw new UsageError(`${flag}: ${messageOf(error)}`);
    }
  };
  const file = open();
  const write = (cells: readonly (string | number | null)[]): void => {
    writeSync(file, csvLine(cells));
  };
  write(columns);
  return {
    add: (row: Readonly<Record<Column, string | number | null>>) => write(columns.map((name) => row[name])),
    close: () => closeSync(file),
  };
};

import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import { messageOf } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';

export type PrivateFile = ReturnType<typeof createPrivateFile>;

/**
 * Creates a file, replacing what is there. Only its owner may read it: it holds people's data. Each text is
 * written at once, so that the file is complete whenever the import ends.
 *
 * @param flag names the file in the UsageError that is thrown if it cannot be written
 */
export const createPrivateFile = (flag: string, path: string) => {
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
  return {
    write: (text: string): void => writeFileSync(file, text),
    close: (): void => closeSync(file),
  };
};

import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { createKey } from './create.ts';
import { KEYS_HELP } from './help.ts';
import { listKeys } from './list.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';
import { updateKey } from './update.ts';

const COMMANDS = new Map([
  ['create', createKey],
  ['list', listKeys],
  ['update', updateKey],
  ['rotate', rotateKey],
  ['revoke', revokeKey],
]);

/** `npm run keys`: see {@link KEYS_HELP}. Returns the exit code. */
export const keysCommand = async (argv: readonly string[], output: Output): Promise<number> => {
  const [name, ...rest] = argv;
  if (argv.includes('--help') || argv.includes('-h')) {
    output.result(KEYS_HELP);
    return 0;
  }
  const names = [...COMMANDS.keys()].join(', ');
  if (name === undefined || name.startsWith('-')) {
    throw new UsageError(`A command is missing; the commands are ${names}.`);
  }
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new UsageError(`There is no command "${name}"; the commands are ${names}.`);
  await command(rest, output);
  return 0;
};

import { withSubcommands } from '../support/subcommands.ts';
import { createKey } from './create.ts';
import { KEYS_HELP } from './help.ts';
import { listKeys } from './list.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';
import { updateKey } from './update.ts';

/** `npm run keys`: see {@link KEYS_HELP}. */
export const keysCommand = withSubcommands(
  { create: createKey, list: listKeys, update: updateKey, rotate: rotateKey, revoke: revokeKey },
  KEYS_HELP,
);

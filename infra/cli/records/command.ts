import { withSubcommands } from '../support/subcommands.ts';
import { RECORDS_HELP } from './help.ts';
import { showRecords } from './show.ts';

/** `npm run records`: see {@link RECORDS_HELP}. */
export const recordsCommand = withSubcommands({ show: showRecords }, RECORDS_HELP);

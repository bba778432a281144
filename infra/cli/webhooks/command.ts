import { withSubcommands } from '../support/subcommands.ts';
import { DELIVERY_COMMANDS } from './delivery-commands.ts';
import { ENDPOINT_COMMANDS } from './endpoint-commands.ts';
import { REPLAY_COMMAND } from './replay-command.ts';
import { WEBHOOKS_HELP } from './webhook-options.ts';

/** `npm run webhooks`: see {@link WEBHOOKS_HELP}. */
export const webhooksCommand = withSubcommands(WEBHOOKS_HELP, {
  ...ENDPOINT_COMMANDS,
  ...DELIVERY_COMMANDS,
  ...REPLAY_COMMAND,
});

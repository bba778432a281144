import { withSubcommands } from '../support/subcommands.ts';
import { createEndpoint } from './create.ts';
import { deleteEndpoint } from './delete.ts';
import { listDeliveries } from './deliveries.ts';
import { showDelivery } from './delivery.ts';
import { WEBHOOKS_HELP } from './help.ts';
import { listEndpoints } from './list.ts';
import { replayDelivery } from './replay.ts';
import { replayRange } from './replay-range.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testEndpoint } from './test.ts';
import { updateEndpoint } from './update.ts';

/** `npm run webhooks`: see {@link WEBHOOKS_HELP}. */
export const webhooksCommand = withSubcommands(
  {
    create: createEndpoint,
    list: listEndpoints,
    update: updateEndpoint,
    delete: deleteEndpoint,
    'rotate-secret': rotateSecret,
    test: testEndpoint,
    deliveries: listDeliveries,
    delivery: showDelivery,
    replay: replayDelivery,
    'replay-range': replayRange,
  },
  WEBHOOKS_HELP,
);

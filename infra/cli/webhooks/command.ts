import { withSubcommands } from '../support/subcommands.ts';
import { createEndpoint } from './create.ts';
import { deleteEndpoint } from './delete.ts';
import { listDeliveries } from './deliveries.ts';
import { showDelivery } from './delivery.ts';
import { WEBHOOKS_HELP } from './help.ts';
import { listEndpoints } from './list.ts';
import { replay } from './replay.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testEndpoint } from './test-endpoint.ts';
import { updateEndpoint } from './update.ts';

/** `npm run webhooks`: see {@link WEBHOOKS_HELP}. */
export const webhooksCommand = withSubcommands(
  {
    create: createEndpoint,
    list: listEndpoints,
    update: updateEndpoint,
    delete: deleteEndpoint,
    test: testEndpoint,
    'rotate-secret': rotateSecret,
    deliveries: listDeliveries,
    delivery: showDelivery,
    replay,
  },
  WEBHOOKS_HELP,
);

import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS, idOf, noSuchEndpoint } from './webhook-options.ts';

/** `webhooks rotate-secret`: makes another signing secret and shows it, once. */
export const rotateSecret = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(argv, COMMON_FLAGS, true);
  const organizationId = organizationOf(values.organization);
  const id = idOf('rotate-secret', 'ENDPOINT_ID', positionals);
  const manager = await connectWebhooks(values.stack);
  const rotated = await manager.rotateSecret(organizationId, id, operator());
  if (rotated === undefined) throw noSuchEndpoint(id);
  const { endpoint, secret } = rotated;
  if (values.json === true) {
    output.result(JSON.stringify({ ...viewOfEndpoint(endpoint, timestampOf(new Date())), secret }));
    return;
  }
  output.result(
    [
      `${endpoint.url} (${id}) has another signing secret, shown only now:`,
      '',
      `  ${secret}`,
      '',
      `The one before signs as well until ${endpoint.previousSecretExpiresAt}.`,
    ].join('\n'),
  );
};

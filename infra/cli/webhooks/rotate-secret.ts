import { rotateSecret as rotate } from '../../../shared/webhooks/endpoints/rotate-secret.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointDocument } from './endpoint-document.ts';
import { shownOnce } from './shown-once.ts';
import { endpointIdOf, noSuchEndpoint } from './webhook-options.ts';

/** `webhooks rotate-secret`: creates a new signing secret and shows it once. */
export const rotateSecret = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = endpointIdOf('rotate-secret', positionals);
  const webhooks = await connectWebhooks(values.stack);
  const rotated = await rotate(webhooks, organizationId, id, operator());
  if (rotated === undefined) throw noSuchEndpoint(id);
  const { endpoint, secret } = rotated;
  if (values.json === true) output.result(JSON.stringify({ ...endpointDocument(endpoint), secret }));
  else {
    const lines = [
      `The endpoint ${id} has a new secret. The old one also signs until ${endpoint.previousSecretExpiresAt}.`,
      ...shownOnce(secret),
    ];
    output.result(lines.join('\n'));
  }
};

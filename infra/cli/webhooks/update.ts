import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOfEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectWebhooks, withUrlErrors } from './webhook-manager.ts';
import { COMMON_FLAGS, descriptionOf, eventsOf, idOf, noSuchEndpoint } from './webhook-options.ts';

const enabledOf = (values: { enable?: boolean; disable?: boolean }): boolean | undefined => {
  if (values.enable === true && values.disable === true) {
    throw new UsageError('--enable and --disable cannot both be meant.');
  }
  if (values.enable === true) return true;
  return values.disable === true ? false : undefined;
};

/** `webhooks update`: changes, disables or enables an endpoint. */
export const updateEndpoint = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    {
      ...COMMON_FLAGS,
      url: { type: 'string' },
      events: { type: 'string' },
      description: { type: 'string' },
      enable: { type: 'boolean' },
      disable: { type: 'boolean' },
    },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = idOf('update', 'ENDPOINT_ID', positionals);
  const changes = {
    url: values.url,
    events: values.events === undefined ? undefined : eventsOf(values.events),
    description: values.description === undefined ? undefined : descriptionOf(values.description),
    isEnabled: enabledOf(values),
  };
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new UsageError('update needs one of --url, --events, --description, --enable, --disable.');
  }
  const manager = await connectWebhooks(values.stack);
  const endpoint = await withUrlErrors(manager.update(organizationId, id, changes, operator()));
  if (endpoint === undefined) throw noSuchEndpoint(id);
  const view = viewOfEndpoint(endpoint, timestampOf(new Date()));
  if (values.json === true) output.result(JSON.stringify(view));
  else {
    output.result(
      `${view.url} (${id}) is ${view.isEnabled ? 'enabled' : 'disabled'}, for ${view.events.join(', ')}.`,
    );
  }
};

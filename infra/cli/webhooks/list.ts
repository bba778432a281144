import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { viewOfEndpoint, type WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { alignedTable } from '../support/table.ts';
import { connectWebhooks } from './webhook-manager.ts';
import { COMMON_FLAGS } from './webhook-options.ts';

const COLUMNS = ['ID', 'URL', 'EVENTS', 'STATE', 'DESCRIPTION', 'CREATED', 'CREATED BY'];

const stateOf = ({ disabledReason, failingSince }: WebhookEndpoint): string => {
  if (disabledReason !== null) return `disabled (${disabledReason})`;
  return failingSince === null ? 'enabled' : `failing since ${failingSince}`;
};

const row = (endpoint: WebhookEndpoint): readonly string[] => [
  endpoint.id,
  endpoint.url,
  endpoint.events.join(','),
  stateOf(endpoint),
  endpoint.description ?? '-',
  endpoint.createdAt,
  endpoint.createdBy,
];

/** More than an organization can have. */
const ALL = 10_000;

/** `webhooks list`: shows all endpoints of an organization. */
export const listEndpoints = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, COMMON_FLAGS);
  const organizationId = organizationOf(values.organization);
  const manager = await connectWebhooks(values.stack);
  const { endpoints } = await manager.list(organizationId, { limit: ALL });
  const now = timestampOf(new Date());
  if (values.json === true) {
    output.result(JSON.stringify({ items: endpoints.map((endpoint) => viewOfEndpoint(endpoint, now)) }));
  } else if (endpoints.length === 0) output.result('The organization has no webhook endpoints.');
  else output.result(alignedTable([COLUMNS, ...endpoints.map(row)]));
};

import type { Table } from '../../../shared/table/table.ts';
import type { WebhookEndpoint } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { listEndpoints as listPage } from '../../../shared/webhooks/endpoints/list-endpoints.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { alignedTable } from '../support/table.ts';
import { connectWebhooks } from './connect-webhooks.ts';
import { endpointDocument, stateOf } from './endpoint-document.ts';

const COLUMNS = ['ID', 'URL', 'EVENTS', 'STATE', 'DESCRIPTION', 'CREATED', 'CREATED BY'];

const row = (endpoint: WebhookEndpoint): readonly string[] => [
  endpoint.id,
  endpoint.url,
  endpoint.events.join(','),
  stateOf(endpoint),
  endpoint.description ?? '-',
  endpoint.createdAt,
  endpoint.createdBy,
];

const PAGE_SIZE = 200;

const allEndpoints = async (store: Table, organizationId: string): Promise<readonly WebhookEndpoint[]> => {
  const endpoints: WebhookEndpoint[] = [];
  let position: string | undefined;
  do {
    const page = await listPage(store, organizationId, { limit: PAGE_SIZE, position });
    endpoints.push(...page.endpoints);
    position = page.next;
  } while (position !== undefined);
  return endpoints;
};

/** `webhooks list`: lists all endpoints of an organization, but never shows their secrets. */
export const listEndpoints = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    stack: { type: 'string' },
  });
  const organizationId = organizationOf(values.organization);
  const { store } = await connectWebhooks(values.stack);
  const endpoints = await allEndpoints(store, organizationId);
  if (values.json === true) output.result(JSON.stringify({ items: endpoints.map(endpointDocument) }));
  else if (endpoints.length === 0) output.result('The organization has no webhook endpoints.');
  else output.result(alignedTable([COLUMNS, ...endpoints.map(row)]));
};

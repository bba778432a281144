import type { Endpoint, IssuedEndpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Time } from '../../../parts/time.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { hrefOf, replacePath } from '../../../routing/route.ts';
import { endpointPath, WEBHOOKS_PATH } from '../webhook-paths.ts';
import { CreateEndpointDialog } from './endpoint-form.tsx';
import { EndpointState, EventTags } from './endpoint-state.tsx';

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    title: 'Endpoint',
    isHeading: true,
    render: ({ id, url, description }) => (
      <>
        <a class="line strong" href={hrefOf(endpointPath(id))}>
          {url}
        </a>
        {description !== null && <span class="line muted">{description}</span>}
      </>
    ),
  },
  { title: 'State', render: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { title: 'Events', render: ({ events }) => <EventTags events={events} /> },
  {
    title: 'Created',
    render: ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} />
        <span class="line muted">{createdBy}</span>
      </>
    ),
  },
];

const CREATE_HREF = hrefOf(`${WEBHOOKS_PATH}/create`);

const NoEndpoints = () => (
  <EmptyState title="No webhook endpoints yet">
    <p>Create an endpoint with the URL of your system, choose its events, and send a test event.</p>
    <a class="button" href={CREATE_HREF}>
      Create the first endpoint
    </a>
  </EmptyState>
);

interface EndpointsPageProps {
  readonly isCreating: boolean;
  readonly onIssued: (endpoint: IssuedEndpoint) => void;
}

/** All endpoints of the organization. */
export const EndpointsPage = ({ isCreating, onIssued }: EndpointsPageProps) => {
  const { api } = useConsole();
  const pages = usePages<Endpoint>(
    (cursor) => api.request('GET /webhook-endpoints', { query: { cursor } }),
    [api],
  );
  const onCreated = (endpoint: IssuedEndpoint): void => {
    const { secret: _, ...shown } = endpoint;
    pages.change((endpoints) => [shown, ...endpoints]);
    replacePath(WEBHOOKS_PATH);
    onIssued(endpoint);
  };
  return (
    <>
      <PageHeading
        title="Webhooks"
        lead="Changes to people, companies and call lists are sent to these endpoints as signed events, with retries for two days."
        action={
          <a class="button button-primary" href={CREATE_HREF}>
            Create endpoint
          </a>
        }
      />
      <Collection pages={pages} whenEmpty={<NoEndpoints />}>
        <DataTable caption="Webhook endpoints" columns={COLUMNS} items={pages.items} keyOf={({ id }) => id} />
      </Collection>
      {isCreating && (
        <CreateEndpointDialog onCreated={onCreated} onClose={() => replacePath(WEBHOOKS_PATH)} />
      )}
    </>
  );
};

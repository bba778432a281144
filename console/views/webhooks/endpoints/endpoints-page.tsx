import type { Endpoint, IssuedEndpoint, NewEndpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Time } from '../../../parts/time.tsx';
import { type ReadPage, usePages } from '../../../parts/use-pages.ts';
import { hrefOf, replacePath } from '../../../routing/route.ts';
import { endpointPath, WEBHOOKS_PATH } from '../webhook-paths.ts';
import { EndpointForm, endpointValues } from './endpoint-form.tsx';
import { EndpointState, EventTags } from './endpoint-state.tsx';

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    title: 'Endpoint',
    isHeading: true,
    isClipped: true,
    render: ({ id, url, description }) => (
      <>
        <a class="line strong" href={hrefOf(endpointPath(id))}>
          {url}
        </a>
        {description !== null && <span class="line muted">{description}</span>}
      </>
    ),
  },
  { title: 'State', width: 'xl', render: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { title: 'Events', render: ({ eventTypes }) => <EventTags events={eventTypes} /> },
  {
    title: 'Created',
    isClipped: true,
    width: 'l',
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
  <EmptyState
    title="No webhook endpoints yet"
    text="Create an endpoint with the URL of your system, choose its events, and send a test event."
  >
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
  const read: ReadPage<Endpoint> = (cursor, signal) =>
    api.request('GET /webhook-endpoints', { query: { cursor } }, signal);
  const pages = usePages<Endpoint>(read, [api]);
  const close = (): void => replacePath(WEBHOOKS_PATH);
  const create = async (body: NewEndpoint, signal: AbortSignal): Promise<void> => {
    const endpoint = await api.request('POST /webhook-endpoints', { body }, signal);
    const { secret: _, ...shown } = endpoint;
    pages.change((endpoints) => [shown, ...endpoints]);
    close();
    onIssued(endpoint);
  };
  return (
    <>
      <PageHeading
        title="Webhooks"
        lead={
          'Changes to people, companies and call lists are sent to these endpoints as signed events, with ' +
          'retries for two days.'
        }
        action={
          <div class="actions">
            <DownloadCsv name="webhook-endpoints" read={read} />
            <a class="button button-primary" href={CREATE_HREF}>
              Create endpoint
            </a>
          </div>
        }
      />
      <Collection pages={pages} whenEmpty={<NoEndpoints />}>
        <DataTable caption="Webhook endpoints" columns={COLUMNS} items={pages.items} keyOf={({ id }) => id} />
      </Collection>
      {isCreating && (
        <EndpointForm
          title="Create a webhook endpoint"
          submitLabel="Create endpoint"
          busyLabel="Creating …"
          form="webhooks/create"
          initial={endpointValues(undefined)}
          save={create}
          onClose={close}
        />
      )}
    </>
  );
};

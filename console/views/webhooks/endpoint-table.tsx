import type { Endpoint } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { hrefOf } from '../../routing/route.ts';
import { EndpointState } from './endpoint-state.tsx';
import { EventTags } from './event-tags.tsx';
import { endpointPath } from './webhook-paths.ts';

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

export const EndpointTable = ({ endpoints }: { readonly endpoints: readonly Endpoint[] }) => (
  <DataTable caption="Webhook endpoints" columns={COLUMNS} items={endpoints} keyOf={({ id }) => id} />
);

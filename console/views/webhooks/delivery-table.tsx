import type { Delivery } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { hrefOf } from '../../routing/route.ts';
import { AttemptStatus } from './attempt-result.tsx';
import { DeliveryStateBadge } from './delivery-state.tsx';
import { deliveryPath } from './webhook-paths.ts';

const LastAnswer = ({ attempts, reason }: Delivery) => {
  const last = attempts.at(-1);
  return (
    <>
      {last === undefined ? <span class="muted">none</span> : <AttemptStatus attempt={last} />}
      {(last?.error ?? reason) !== null && <span class="block muted">{last?.error ?? reason}</span>}
    </>
  );
};

const COLUMNS: readonly Column<Delivery>[] = [
  {
    title: 'Event',
    isHeading: true,
    render: ({ id, endpointId, eventType, resourceId }) => (
      <>
        <a class="line strong" href={hrefOf(deliveryPath(endpointId, id))}>
          {eventType}
        </a>
        <code class="line muted">{resourceId}</code>
      </>
    ),
  },
  { title: 'Time', render: ({ eventTimestamp }) => <Time at={eventTimestamp} isExact /> },
  { title: 'State', render: ({ state }) => <DeliveryStateBadge state={state} /> },
  { title: 'Attempts', render: ({ attemptCount }) => attemptCount },
  { title: 'Last response', render: LastAnswer },
  {
    title: 'Next attempt',
    render: ({ nextAttemptAt }) =>
      nextAttemptAt === null ? <span class="muted">none</span> : <Time at={nextAttemptAt} />,
  },
];

export const DeliveryTable = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => (
  <DataTable caption="Deliveries" columns={COLUMNS} items={deliveries} keyOf={({ id }) => id} />
);

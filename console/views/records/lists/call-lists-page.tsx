import { useState } from 'preact/hooks';
import type { AdminInput } from '../../../../shared/contract/admin-operations.ts';
import type { ListedCallList } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { SelectField } from '../../../parts/field.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { LockBadge } from '../lock-badge.tsx';
import type { ListQuery } from './list-address.ts';
import { ListFrame } from './list-frame.tsx';
import { LookUpForm } from './look-up-form.tsx';

const LOOK_UPS = { name: 'Name', externalId: 'External id' } as const;

const STATES = { '': 'All', true: 'Locked', false: 'Unlocked' } as const;
const ORDERS = {
  '': 'Newest first',
  createdAt: 'Oldest first',
  '-changedAt': 'Most recently changed first',
} as const;

const COLUMNS: readonly Column<ListedCallList>[] = [
  {
    title: 'Name',
    isHeading: true,
    render: ({ id, name }) => <RecordLink kind="call-lists" id={id} text={name} />,
  },
  { title: 'State', render: ({ isLocked }) => <LockBadge isLocked={isLocked} /> },
  { title: 'Entries', render: ({ entryCount }) => entryCount.toLocaleString('en') },
  { title: 'Created', render: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Changed', render: ({ changedAt }) => <Time at={changedAt} /> },
];

const given = <T extends string>(options: Readonly<Record<T, string>>, text = ''): T | '' =>
  Object.hasOwn(options, text) ? (text as T) : '';

/** All call lists, or those that the filters or a lookup find. */
export const CallListsPage = ({ query }: { readonly query: ListQuery }) => {
  const { api } = useConsole();
  const [state, setState] = useState(given(STATES, query['isLocked']));
  const [order, setOrder] = useState(given(ORDERS, query['sort']));
  // The service rejects values that it does not know.
  const parameters = query as AdminInput<'GET /call-lists'>['query'];
  const pages = usePages<ListedCallList>(
    (cursor) => api.request('GET /call-lists', { query: { ...parameters, cursor } }),
    [api, JSON.stringify(query)],
  );
  const filters = {
    ...(state === '' ? {} : { isLocked: state }),
    ...(order === '' ? {} : { sort: order }),
  };
  const form = (
    <LookUpForm kind="call-lists" lookUps={LOOK_UPS} query={query} filters={filters} error={pages.error}>
      <SelectField label="State" options={STATES} value={state} onChange={setState} />
      <SelectField label="Order" options={ORDERS} value={order} onChange={setOrder} />
    </LookUpForm>
  );
  return (
    <ListFrame
      kind="call-lists"
      lead="The call lists of your organization, with their entries."
      pages={pages}
      fields={Object.keys(LOOK_UPS)}
      isFiltered={['isLocked', ...Object.keys(LOOK_UPS)].some((name) => query[name] !== undefined)}
      form={form}
    >
      <DataTable caption="Call lists" columns={COLUMNS} items={pages.items} keyOf={({ id }) => id} />
    </ListFrame>
  );
};

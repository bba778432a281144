import { useState } from 'preact/hooks';
import type { AdminInput } from '../../../../shared/operations/admin-api/calls.ts';
import type { ListedCallList } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { SelectField } from '../../../parts/field.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { formatNumber } from '../../../parts/numbers.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { type ReadPage, useAddressedPages } from '../../../parts/use-pages.ts';
import { kindPath } from '../../../routing/record-paths.ts';
import type { Query } from '../../../routing/route.ts';
import { LockBadge } from '../lock-badge.tsx';
import { ListFrame, PAGE_SIZE } from './list-frame.tsx';
import { LookUpForm } from './look-up-form.tsx';

const LOOK_UPS = { name: 'Name', externalId: 'External id' } as const;

const STATES = { '': 'All', true: 'Locked', false: 'Unlocked' } as const;

const COLUMNS: readonly Column<ListedCallList>[] = [
  {
    title: 'Name',
    isHeading: true,
    isClipped: true,
    render: ({ id, name }) => <RecordLink kind="call-lists" id={id} text={name} />,
  },
  { title: 'State', width: 'm', render: ({ isLocked }) => <LockBadge isLocked={isLocked} /> },
  {
    title: 'Entries',
    width: 's',
    isNumeric: true,
    render: ({ entryCount }) => formatNumber(entryCount),
  },
  { title: 'Created', width: 'm', sort: '-createdAt', render: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Changed', width: 'm', sort: '-changedAt', render: ({ changedAt }) => <Time at={changedAt} /> },
];

const given = <T extends string>(options: Readonly<Record<T, string>>, text = ''): T | '' =>
  Object.hasOwn(options, text) ? (text as T) : '';

/** All call lists, or those that the filters or a lookup find. */
export const CallListsPage = ({ query }: { readonly query: Query }) => {
  const { api } = useConsole();
  const [state, setState] = useState(given(STATES, query['isLocked']));
  const address = { path: kindPath('call-lists'), query };
  const { filters, sortingFrom } = listAddress(address);
  // The service rejects values that it does not know.
  const parameters = filters as AdminInput<'GET /call-lists'>['query'];
  const read: ReadPage<ListedCallList> = (cursor, signal) =>
    api.request('GET /call-lists', { query: { ...parameters, cursor, limit: PAGE_SIZE } }, signal);
  const pages = useAddressedPages<ListedCallList>(read, address, [api]);
  const isLookup = Object.keys(LOOK_UPS).some((name) => filters[name] !== undefined);
  const { sort } = filters;
  const form = (
    <LookUpForm
      kind="call-lists"
      lookUps={LOOK_UPS}
      query={filters}
      filters={{ ...(state === '' ? {} : { isLocked: state }), ...(sort === undefined ? {} : { sort }) }}
      error={pages.error}
    >
      <SelectField label="State" options={STATES} value={state} onChange={setState} />
    </LookUpForm>
  );
  return (
    <ListFrame
      kind="call-lists"
      lead="The call lists of your organization, with their entries."
      pages={pages}
      fields={Object.keys(LOOK_UPS)}
      isFiltered={isLookup || filters['isLocked'] !== undefined}
      read={read}
      form={form}
    >
      <DataTable
        caption="Call lists"
        columns={COLUMNS}
        items={pages.items}
        keyOf={({ id }) => id}
        {...(isLookup ? {} : { sorting: sortingFrom('-createdAt') })}
      />
    </ListFrame>
  );
};

import type { Person } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { listAddress } from '../../../parts/list-address.ts';
import { type ReadPage, useAddressedPages } from '../../../parts/use-pages.ts';
import { kindPath } from '../../../routing/record-paths.ts';
import type { Query } from '../../../routing/route.ts';
import { ListCounts } from './list-counts.tsx';
import { ListFrame, PAGE_SIZE } from './list-frame.tsx';
import { LookUpForm, RECORD_LOOK_UPS } from './look-up-form.tsx';
import { PeopleTable } from './people-table.tsx';

const LOOK_UPS = { email: 'Email', ...RECORD_LOOK_UPS } as const;

/** All people, or those whom a lookup finds. */
export const PeoplePage = ({ query }: { readonly query: Query }) => {
  const { api } = useConsole();
  const address = { path: kindPath('people'), query };
  const { filters, sortingFrom } = listAddress(address);
  const { sort: _, ...lookup } = filters;
  const isFiltered = Object.keys(lookup).length > 0;
  const read: ReadPage<Person> = (cursor, signal) =>
    api.request('GET /people', { query: { ...filters, cursor, limit: PAGE_SIZE } }, signal);
  const pages = useAddressedPages<Person>(read, address, [api]);
  // A lookup has its own order.
  const sorting = isFiltered ? undefined : sortingFrom('-changedAt');
  return (
    <ListFrame
      kind="people"
      lead="The people of your organization."
      pages={pages}
      fields={Object.keys(LOOK_UPS)}
      isFiltered={isFiltered}
      read={read}
      form={
        <>
          <LookUpForm kind="people" lookUps={LOOK_UPS} query={lookup} error={pages.error} />
          <ListCounts kind="people" query={lookup} />
        </>
      }
    >
      <PeopleTable people={pages.items} sorting={sorting} />
    </ListFrame>
  );
};

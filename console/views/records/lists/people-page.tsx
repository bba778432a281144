import type { Person } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { usePages } from '../../../parts/use-pages.ts';
import type { ListQuery } from './list-address.ts';
import { ListFrame } from './list-frame.tsx';
import { LookUpForm, RECORD_LOOK_UPS } from './look-up-form.tsx';
import { PeopleTable } from './people-table.tsx';

const LOOK_UPS = { email: 'Email', ...RECORD_LOOK_UPS } as const;

/** All people, or those whom a lookup finds. */
export const PeoplePage = ({ query }: { readonly query: ListQuery }) => {
  const { api } = useConsole();
  const pages = usePages<Person>(
    (cursor) => api.request('GET /people', { query: { ...query, cursor } }),
    [api, JSON.stringify(query)],
  );
  return (
    <ListFrame
      kind="people"
      lead="The people of your organization, most recently changed first."
      pages={pages}
      fields={Object.keys(LOOK_UPS)}
      isFiltered={Object.keys(query).length > 0}
      form={<LookUpForm kind="people" lookUps={LOOK_UPS} query={query} error={pages.error} />}
    >
      <PeopleTable people={pages.items} />
    </ListFrame>
  );
};

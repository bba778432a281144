import type { Company } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { firstOf } from '../record-facts.tsx';
import { companyName } from '../record-names.ts';
import type { ListQuery } from './list-address.ts';
import { ListFrame } from './list-frame.tsx';
import { LookUpForm, RECORD_LOOK_UPS } from './look-up-form.tsx';

const LOOK_UPS = { domain: 'Domain', ...RECORD_LOOK_UPS } as const;

const NONE = <span class="muted">none</span>;

const COLUMNS: readonly Column<Company>[] = [
  {
    title: 'Name',
    isHeading: true,
    render: (company) => <RecordLink kind="companies" id={company.id} text={companyName(company)} />,
  },
  { title: 'Domain', render: ({ domain }) => domain ?? NONE },
  { title: 'Industry', render: ({ industry }) => industry ?? NONE },
  { title: 'Phone', render: ({ phones }) => firstOf(phones.flatMap(({ number }) => number ?? [])) },
  { title: 'Changed', render: ({ changedAt }) => <Time at={changedAt} /> },
];

/** All companies, or those that a lookup finds. */
export const CompaniesPage = ({ query }: { readonly query: ListQuery }) => {
  const { api } = useConsole();
  const pages = usePages<Company>(
    (cursor) => api.request('GET /companies', { query: { ...query, cursor } }),
    [api, JSON.stringify(query)],
  );
  return (
    <ListFrame
      kind="companies"
      lead="The companies of your organization, most recently changed first."
      pages={pages}
      fields={Object.keys(LOOK_UPS)}
      isFiltered={Object.keys(query).length > 0}
      form={<LookUpForm kind="companies" lookUps={LOOK_UPS} query={query} error={pages.error} />}
    >
      <DataTable caption="Companies" columns={COLUMNS} items={pages.items} keyOf={({ id }) => id} />
    </ListFrame>
  );
};

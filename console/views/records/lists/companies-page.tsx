import type { Company } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { Time } from '../../../parts/time.tsx';
import { type ReadPage, useAddressedPages } from '../../../parts/use-pages.ts';
import { kindPath } from '../../../routing/record-paths.ts';
import type { Query } from '../../../routing/route.ts';
import { firstOf } from '../record-facts.tsx';
import { companyName } from '../record-names.ts';
import { ListCounts } from './list-counts.tsx';
import { ListFrame, PAGE_SIZE } from './list-frame.tsx';
import { LookUpForm, RECORD_LOOK_UPS } from './look-up-form.tsx';

const LOOK_UPS = { domain: 'Domain', ...RECORD_LOOK_UPS } as const;

const NONE = <span class="muted">none</span>;

const COLUMNS: readonly Column<Company>[] = [
  {
    title: 'Name',
    isHeading: true,
    isClipped: true,
    render: (company) => <RecordLink kind="companies" id={company.id} text={companyName(company)} />,
  },
  { title: 'Domain', isClipped: true, render: ({ domain }) => domain ?? NONE },
  { title: 'Industry', isClipped: true, render: ({ industry }) => industry ?? NONE },
  {
    title: 'Phone',
    width: 'l',
    isClipped: true,
    render: ({ phones }) => firstOf(phones.flatMap(({ number }) => number ?? [])),
  },
  { title: 'Changed', width: 'm', sort: '-changedAt', render: ({ changedAt }) => <Time at={changedAt} /> },
];

/** All companies, or those that a lookup finds. */
export const CompaniesPage = ({ query }: { readonly query: Query }) => {
  const { api } = useConsole();
  const address = { path: kindPath('companies'), query };
  const { filters, sortingFrom } = listAddress(address);
  const { sort: _, ...lookup } = filters;
  const isFiltered = Object.keys(lookup).length > 0;
  const read: ReadPage<Company> = (cursor, signal) =>
    api.request('GET /companies', { query: { ...filters, cursor, limit: PAGE_SIZE } }, signal);
  const pages = useAddressedPages<Company>(read, address, [api]);
  // A lookup has its own order.
  const sorting = isFiltered ? undefined : sortingFrom('-changedAt');
  return (
    <ListFrame
      kind="companies"
      lead="The companies of your organization."
      pages={pages}
      fields={Object.keys(LOOK_UPS)}
      isFiltered={isFiltered}
      read={read}
      form={
        <>
          <LookUpForm kind="companies" lookUps={LOOK_UPS} query={lookup} error={pages.error} />
          <ListCounts kind="companies" query={lookup} />
        </>
      }
    >
      <DataTable
        caption="Companies"
        columns={COLUMNS}
        items={pages.items}
        keyOf={({ id }) => id}
        {...(sorting && { sorting })}
      />
    </ListFrame>
  );
};

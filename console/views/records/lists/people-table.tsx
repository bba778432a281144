import type { Person } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import type { Sorting } from '../../../parts/sorting.tsx';
import { Time } from '../../../parts/time.tsx';
import { firstOf } from '../record-facts.tsx';
import { personName } from '../record-names.ts';
import { useNames } from '../use-names.ts';

interface PeopleTableProps {
  readonly people: readonly Person[];
  /** Whether all are of the same company. */
  readonly hideCompany?: boolean;
  readonly sorting?: Sorting | undefined;
}

export const PeopleTable = ({ people, hideCompany = false, sorting }: PeopleTableProps) => {
  const companyNameOf = useNames('companies', hideCompany ? [] : people.map(({ companyId }) => companyId));
  const company: Column<Person> = {
    title: 'Company',
    isClipped: true,
    render: ({ companyId }) => <RecordLink kind="companies" id={companyId} text={companyNameOf(companyId)} />,
  };
  return (
    <DataTable
      caption="People"
      columns={[
        {
          title: 'Name',
          isHeading: true,
          isClipped: true,
          render: (person) => <RecordLink kind="people" id={person.id} text={personName(person)} />,
        },
        {
          title: 'Title',
          isClipped: true,
          render: ({ title }) => title ?? <span class="muted">none</span>,
        },
        ...(hideCompany ? [] : [company]),
        {
          title: 'Email',
          isClipped: true,
          render: ({ emails }) => firstOf(emails.map(({ address }) => address)),
        },
        {
          title: 'Phone',
          width: 'm',
          isClipped: true,
          render: ({ phones }) => firstOf(phones.flatMap(({ number }) => number ?? [])),
        },
        {
          title: 'Changed',
          width: 's',
          sort: '-changedAt',
          render: ({ changedAt }) => <Time at={changedAt} />,
        },
      ]}
      items={people}
      keyOf={({ id }) => id}
      {...(sorting && { sorting })}
    />
  );
};

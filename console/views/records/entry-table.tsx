import type { ComponentChild } from 'preact';
import type { CallListEntry } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { RecordLink } from '../../parts/record-link.tsx';
import { statusText } from '../../parts/record-text.ts';
import { Time } from '../../parts/time.tsx';
import { PhoneLink } from './contact-links.tsx';
import { NONE } from './field-value.tsx';
import { referencesIn } from './record-fields.ts';
import { useNames } from './use-names.ts';

interface EntryTableProps<T extends CallListEntry> {
  /** The other record of each entry, in the first column. */
  readonly heading: { readonly title: string; readonly render: (entry: T) => ComponentChild };
  readonly entries: readonly T[];
}

const COLUMNS: readonly Column<CallListEntry>[] = [
  {
    title: 'Phone',
    width: 'm',
    isClipped: true,
    render: ({ phone }) =>
      phone === null ? (
        NONE
      ) : (
        <>
          <span class="line number">
            <PhoneLink number={phone.number} text={phone.number ?? 'unknown'} />
          </span>
          <span class="line muted">{phone.type}</span>
        </>
      ),
  },
  {
    title: 'Status',
    width: 's',
    isClipped: true,
    render: ({ status, lastDisposition }) => (
      <>
        <span class="line">{statusText(status)}</span>
        {lastDisposition !== null && (
          <span class="line muted">
            <span class="visually-hidden">last disposition: </span>
            {statusText(lastDisposition)}
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Last call',
    width: 's',
    render: ({ attempts, lastCalledAt }) => (
      <>
        <Time at={lastCalledAt} none="never" />
        {attempts > 0 && <span class="block muted">{formatCount(attempts, 'attempt')}</span>}
      </>
    ),
  },
  { title: 'Next call', width: 's', render: ({ nextCallAt }) => <Time at={nextCallAt} none="none" /> },
  { title: 'Note', isClipped: true, render: ({ note }) => note ?? NONE },
];

/** Entries of call lists: whom to call where, what came of it, and when the next call is due. */
export const EntryTable = <T extends CallListEntry>({ heading, entries }: EntryTableProps<T>) => {
  const nameOf = useNames(referencesIn(entries, ['companyId']));
  const first: Column<T> = {
    title: heading.title,
    isHeading: true,
    isClipped: true,
    render: (entry) => (
      <>
        <span class="line">{heading.render(entry)}</span>
        <span class="line apart muted">
          <span class="visually-hidden">Position </span>#{entry.position}
          {referencesIn([entry], ['companyId']).map((company) => (
            <>
              {' · '}
              <RecordLink {...company} text={nameOf(company)} />
            </>
          ))}
        </span>
      </>
    ),
  };
  return (
    <DataTable
      caption="Call list entries"
      columns={[first, ...COLUMNS]}
      items={entries}
      keyOf={({ id }) => id}
    />
  );
};

import type { ComponentChild } from 'preact';
import type { CallListEntry } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { formatCount } from '../../parts/numbers.ts';
import { RecordLink } from '../../parts/record-link.tsx';
import { isValues, statusText, type Values } from '../../parts/record-text.ts';
import { Time } from '../../parts/time.tsx';
import { PhoneLink } from './contact-links.tsx';
import { NONE } from './field-value.tsx';
import { referencesIn } from './record-fields.ts';
import { useNames, useRecords } from './use-names.ts';

interface EntryTableProps<T extends CallListEntry> {
  /** The other record of each entry, in the first column. */
  readonly heading: { readonly title: string; readonly render: (entry: T) => ComponentChild };
  readonly entries: readonly T[];
}

/** Why an entry has no number, by what its person has now. */
const whyNoNumber = (person: Values | undefined): string => {
  if (person === undefined) return '…';
  const { phones, doNotCall } = person;
  if (!Array.isArray(phones)) return 'the person is deleted';
  const known = phones.filter(isValues);
  const unreadable = known.filter(({ number }) => number === null);
  if (doNotCall === true) return 'do not call';
  if (known.length === 0) return 'the person has no number';
  if (unreadable.length === known.length) return `unreadable: “${unreadable[0]?.['raw']}”`;
  return known.every((phone) => phone['number'] === null || phone['doNotCall'] === true)
    ? 'do not call'
    : 'none when it was imported';
};

const columnsOf = (
  personOf: (entry: CallListEntry) => Values | undefined,
): readonly Column<CallListEntry>[] => [
  {
    title: 'Phone',
    width: 'm',
    render: (entry) =>
      entry.phone === null ? (
        <>
          {NONE}
          {entry.personId !== null && <span class="block muted">{whyNoNumber(personOf(entry))}</span>}
        </>
      ) : (
        <>
          <span class="line number">
            <PhoneLink number={entry.phone.number} text={entry.phone.number ?? 'unknown'} />
          </span>
          <span class="line muted">{entry.phone.type}</span>
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
  const uncallable = entries.filter(({ phone }) => phone === null);
  const recordOf = useRecords(referencesIn(uncallable, ['personId']));
  const columns = columnsOf((entry) => {
    const [person] = referencesIn([entry], ['personId']);
    return person && recordOf(person);
  });
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
      columns={[first, ...columns]}
      items={entries}
      keyOf={({ id }) => id}
    />
  );
};

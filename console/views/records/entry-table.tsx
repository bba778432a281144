import type { CallListEntry } from '../../api/types.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';

interface EntryTableProps<T extends CallListEntry> {
  /** The first column: the other record of each entry. */
  readonly heading: Pick<Column<T>, 'title' | 'render'>;
  readonly entries: readonly T[];
}

/** Entries of call lists. */
export const EntryTable = <T extends CallListEntry>({ heading, entries }: EntryTableProps<T>) => (
  <DataTable
    caption="Call list entries"
    columns={[
      { ...heading, isHeading: true, isClipped: true },
      { title: 'Position', width: 'xs', isNumeric: true, render: ({ position }) => position },
      { title: 'Status', width: 'm', render: ({ status }) => status.replaceAll('_', ' ') },
      { title: 'Attempts', width: 'xs', isNumeric: true, render: ({ attempts }) => attempts },
      {
        title: 'Last called',
        width: 'm',
        render: ({ lastCalledAt }) => <Time at={lastCalledAt} none="never" />,
      },
      { title: 'Next call', width: 'm', render: ({ nextCallAt }) => <Time at={nextCallAt} none="none" /> },
    ]}
    items={entries}
    keyOf={({ id }) => id}
  />
);

import { useRef } from 'preact/hooks';
import { CALL_LIST_ENTRY_STATUSES } from '../../../../shared/kinds/call-list-entry-status.ts';
import type { Page } from '../../../api/admin-api.ts';
import type { CallListEntry, CallListWithEntries, ValueCount } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Checkbox } from '../../../parts/choices.tsx';
import { Collection } from '../../../parts/collection.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { NoMatch } from '../../../parts/empty-state.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { formatCount, formatNumber } from '../../../parts/numbers.ts';
import { RecordLink } from '../../../parts/record-link.tsx';
import { type ReadPage, useAddressedPages } from '../../../parts/use-pages.ts';
import { recordPath } from '../../../routing/record-paths.ts';
import type { Query } from '../../../routing/route.ts';
import { DownloadButton } from '../../exports/download-button.tsx';
import { EntryTable } from '../entry-table.tsx';
import { NONE } from '../field-value.tsx';
import { NothingImported } from '../nothing-imported.tsx';
import { recordsCsvOf } from '../record-csv.ts';
import { referencesIn } from '../record-fields.ts';
import { useNames } from '../use-names.ts';

const PAGE_SIZE = 50;

type Status = CallListEntry['status'];

/** Those in the address; the rest of what a user may have typed there is ignored. */
const statusesOf = ({ status = '' }: Query): readonly Status[] => {
  const given = status.split(',');
  return CALL_LIST_ENTRY_STATUSES.filter((each) => given.includes(each));
};

interface StatusFilterProps {
  readonly chosen: readonly Status[];
  /** @default not known */
  readonly counts: readonly ValueCount[] | undefined;
  readonly onChange: (statuses: readonly Status[]) => void;
}

const StatusFilter = ({ chosen, counts, onChange }: StatusFilterProps) => (
  <fieldset class="status-filter">
    <legend class="visually-hidden">Only entries with these statuses</legend>
    {CALL_LIST_ENTRY_STATUSES.map((status) => (
      <Checkbox
        key={status}
        checked={chosen.includes(status)}
        onChange={(isChosen) =>
          onChange(
            CALL_LIST_ENTRY_STATUSES.filter((each) => (each === status ? isChosen : chosen.includes(each))),
          )
        }
      >
        {status.replaceAll('_', ' ')}
        {counts && (
          <span class="number muted">
            {formatNumber(counts.find(({ value }) => value === status)?.count ?? 0)}
          </span>
        )}
      </Checkbox>
    ))}
  </fieldset>
);

interface EntryPage extends Page<CallListEntry>, Pick<CallListWithEntries, 'statusCounts'> {}

/** The last value that was known, while another one of the same thing is loaded. */
const useLatest = <T,>(value: T | undefined, of: string): T | undefined => {
  const latest = useRef<{ readonly of: string; readonly value: T }>(null);
  if (value !== undefined) latest.current = { of, value };
  return latest.current?.of === of ? latest.current.value : undefined;
};

interface ListEntriesProps {
  /** The id of the call list. */
  readonly id: string;
  readonly query: Query;
}

/** The entries of a call list, page by page: all of them, or those with some statuses. */
export const ListEntries = ({ id, query }: ListEntriesProps) => {
  const { api } = useConsole();
  const address = { path: recordPath('call-lists', id), query };
  const { change, hrefWith } = listAddress(address);
  const statuses = statusesOf(query);
  const isFiltered = statuses.length > 0;
  const readWith =
    (include: readonly 'statusCounts'[]): ReadPage<CallListEntry, EntryPage> =>
    async (cursor, signal) => {
      const status = isFiltered ? statuses : undefined;
      const found = await api.request(
        'GET /call-lists/{id}',
        {
          id,
          query: { status, include, cursor, limit: PAGE_SIZE },
        },
        signal,
      );
      const { entries, nextCursor, matchCount, entryCount, statusCounts } = found;
      return { items: entries, nextCursor, totalCount: isFiltered ? matchCount : entryCount, statusCounts };
    };
  const pages = useAddressedPages(readWith(['statusCounts']), address, [api, id]);
  const counts = useLatest(pages.page?.statusCounts ?? undefined, id);
  const nameOf = useNames(referencesIn(pages.items, ['personId']));
  return (
    <section class="section" aria-labelledby="entries">
      <div class="section-heading">
        <h2 id="entries">Entries</h2>
        {(pages.items.length > 0 || isFiltered) && (
          <DownloadButton resource="call-list-entry" callListId={id}>
            {isFiltered ? 'Download all entries' : 'Download entries'}
          </DownloadButton>
        )}
      </div>
      <StatusFilter
        chosen={statuses}
        counts={counts}
        onChange={(chosen) => change({ status: chosen.length === 0 ? undefined : chosen.join() })}
      />
      {isFiltered && pages.items.length > 0 && (
        <div class="toolbar">
          <p class="list-count">
            {pages.totalCount == null
              ? 'More than 10,000 entries match'
              : formatCount(pages.totalCount, 'entry matches', 'entries match')}
          </p>
          <DownloadCsv name="call-list-entries" read={readWith([])} toCsv={recordsCsvOf('call-list-entry')} />
        </div>
      )}
      <Collection
        pages={pages}
        whenEmpty={
          isFiltered ? (
            <NoMatch
              title="No matching entries"
              text="No entry has one of these statuses."
              href={hrefWith({ status: undefined })}
            />
          ) : (
            <NothingImported title="No entries" what="entries of this call list" />
          )
        }
      >
        <EntryTable
          heading={{
            title: 'Person',
            render: (entry) => {
              const [person] = referencesIn([entry], ['personId']);
              return person === undefined ? NONE : <RecordLink {...person} text={nameOf(person)} />;
            },
          }}
          entries={pages.items}
        />
      </Collection>
    </section>
  );
};

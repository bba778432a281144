import { useRef } from 'preact/hooks';
import { CALL_LIST_ENTRY_STATUSES } from '../../../../shared/kinds/call-list-entry-status.ts';
import type { AdminInput } from '../../../../shared/operations/admin-api/calls.ts';
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
import { SearchField } from '../../../parts/search-field.tsx';
import { type ReadPage, useAddressedPages } from '../../../parts/use-pages.ts';
import { recordPath } from '../../../routing/record-paths.ts';
import type { Query } from '../../../routing/route.ts';
import { DownloadButton } from '../../exports/download-button.tsx';
import { EntryTable } from '../entry-table.tsx';
import { NONE } from '../field-value.tsx';
import { findPeople, forPeople } from '../lists/find-people.ts';
import { NothingImported } from '../nothing-imported.tsx';
import { recordsCsvOf } from '../record-csv.ts';
import { referencesIn } from '../record-fields.ts';
import { useNames } from '../use-names.ts';

const PAGE_SIZE = 50;

type EntryFilters = NonNullable<AdminInput<'GET /call-lists/{id}'>['query']>;

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

interface EntryPage extends Page<CallListEntry>, Pick<CallListWithEntries, 'statusCounts'> {
  /** Whether more people match a search than were looked for. */
  readonly isCut?: boolean;
}

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

/** Which entries an address asks for: one filter at a time. */
const filterOf = (query: Query) => {
  const status = statusesOf(query);
  const search = query['search']?.trim();
  if (search) return { search };
  if (query['withoutNumber'] === 'true') return { withoutNumber: true } as const;
  return status.length === 0 ? undefined : { status };
};

const NO_FILTER = { status: undefined, search: undefined, withoutNumber: undefined };

const countText = (count: number | null | undefined): string =>
  count == null ? 'More than 10,000 entries match' : formatCount(count, 'entry matches', 'entries match');

/**
 * The entries of a call list, page by page: all of them, those with some statuses, those without a number, or
 * those that call the people whom a text finds.
 */
export const ListEntries = ({ id, query }: ListEntriesProps) => {
  const { api } = useConsole();
  const address = { path: recordPath('call-lists', id), query };
  const { change, replace, hrefWith } = listAddress(address);
  const filter = filterOf(query);
  const statuses = filter?.status ?? [];
  const isFiltered = filter !== undefined;
  const readWith =
    (include: readonly 'statusCounts'[]): ReadPage<CallListEntry, EntryPage> =>
    async (cursor, signal) => {
      const read = (filters: EntryFilters) => {
        const page = { include, cursor, limit: PAGE_SIZE };
        return api.request('GET /call-lists/{id}', { id, query: { ...filters, ...page } }, signal);
      };
      if (filter?.search !== undefined) {
        const people = await findPeople(api, filter.search, signal);
        const items = await forPeople(people, async (personId) => (await read({ personId })).entries);
        return { items, totalCount: items.length, isCut: people.isCut };
      }
      const { entries, nextCursor, matchCount, entryCount, statusCounts } = await read(filter ?? {});
      return { items: entries, nextCursor, totalCount: isFiltered ? matchCount : entryCount, statusCounts };
    };
  const pages = useAddressedPages(readWith(['statusCounts']), address, [api, id]);
  const further = pages.place?.next;
  const counts = useLatest(pages.page?.statusCounts ?? undefined, id);
  const nameOf = useNames(referencesIn(pages.items, ['personId']));
  return (
    <section class="section" aria-labelledby="entries">
      <div class="section-heading">
        <h2 id="entries">Entries</h2>
        {(pages.items.length > 0 || isFiltered) && (
          <DownloadButton resource="call-list-entry" callListId={id} what="all entries" />
        )}
      </div>
      <StatusFilter
        chosen={statuses}
        counts={counts}
        onChange={(chosen) =>
          change({ ...NO_FILTER, status: chosen.length === 0 ? undefined : chosen.join() })
        }
      />
      <div class="toolbar">
        <SearchField
          label="Search by person"
          placeholder="Name, email, phone or id of a person"
          value={filter?.search ?? ''}
          onSearch={(search) => replace({ ...NO_FILTER, search })}
        />
        <Checkbox
          checked={filter?.withoutNumber === true}
          onChange={(isChosen) => change({ ...NO_FILTER, withoutNumber: isChosen ? 'true' : undefined })}
        >
          without a number
        </Checkbox>
      </div>
      {isFiltered && pages.items.length > 0 && (
        <div class="toolbar">
          {!filter.withoutNumber && <p class="list-count">{countText(pages.totalCount)}</p>}
          {pages.page?.isCut && (
            <p class="notice">More people match than were looked for: type more of the name.</p>
          )}
          <DownloadCsv name="call-list-entries" read={readWith([])} toCsv={recordsCsvOf('call-list-entry')} />
        </div>
      )}
      <Collection
        pages={pages}
        whenEmpty={
          isFiltered ? (
            <NoMatch
              title={further === undefined ? 'No matching entries' : 'No match among the first entries'}
              text={
                further === undefined ? 'No entry matches this filter.' : 'Later ones are not examined yet.'
              }
              href={hrefWith(NO_FILTER)}
            >
              {further !== undefined && (
                <a class="button" href={further}>
                  Examine later entries
                </a>
              )}
            </NoMatch>
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

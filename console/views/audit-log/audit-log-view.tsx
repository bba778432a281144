import type { AuditEntry } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { EmptyState, NoMatch } from '../../parts/empty-state.tsx';
import { listAddress } from '../../parts/list-address.ts';
import { PageHeading } from '../../parts/page-heading.tsx';
import { type ReadPage, useAddressedPages } from '../../parts/use-pages.ts';
import { AUDIT_LOG_PATH } from '../../routing/audit-log-paths.ts';
import { API_KEYS_PATH } from '../../routing/key-paths.ts';
import { hrefOf } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { filtersOf } from './audit-query.ts';
import { EntryTable } from './entry-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { readEntries } from './read-entries.ts';
import { distinctNames, useKnownNames } from './use-known-names.ts';

interface NoEntriesProps {
  readonly isFiltered: boolean;
  /** The address that searches older entries, if there are any. */
  readonly older: string | undefined;
}

const NoEntries = ({ isFiltered, older }: NoEntriesProps) => {
  if (!isFiltered) {
    return (
      <EmptyState
        title="No entries yet"
        text="Changes made here, through the admin API or on the command line appear here."
      >
        <a class="button" href={hrefOf(`${API_KEYS_PATH}/create`)}>
          Create an API key
        </a>
      </EmptyState>
    );
  }
  const [title, text] =
    older === undefined
      ? ['No matching entries', 'No entry matches these filters.']
      : ['No match among the latest entries', 'Older ones are not searched yet.'];
  return (
    <NoMatch title={title} text={text} href={hrefOf(AUDIT_LOG_PATH)}>
      {older !== undefined && (
        <a class="button" href={older}>
          Search older entries
        </a>
      )}
    </NoMatch>
  );
};

/** Administrative actions, newest first. */
export const AuditLogView = ({ query }: ViewProps) => {
  const { api } = useConsole();
  const place = { path: AUDIT_LOG_PATH, query };
  const address = listAddress(place);
  const names = distinctNames(useKnownNames());
  const read: ReadPage<AuditEntry> = (cursor, signal) =>
    readEntries(api, filtersOf(query, Date.now()), cursor, signal);
  const pages = useAddressedPages<AuditEntry>(read, place, [api]);
  return (
    <>
      <PageHeading
        title="Audit log"
        lead="Every administrative action in your organization. Entries are never changed or deleted."
        action={
          <DownloadCsv
            name="audit-log"
            read={(cursor, signal) =>
              readEntries(api, { ...filtersOf(query, Date.now()), grouped: false }, cursor, signal)
            }
          />
        }
      />
      <FilterForm address={address} error={pages.error} />
      <Collection
        pages={pages}
        shownAtFields={['search', 'actor', 'after', 'before']}
        whenEmpty={
          <NoEntries isFiltered={Object.keys(address.filters).length > 0} older={pages.place?.next} />
        }
      >
        <EntryTable entries={pages.items} names={names} />
      </Collection>
    </>
  );
};

import type { AuditEntry } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { hrefOf } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { AUDIT_LOG_PATH, filtersOf } from './audit-log-paths.ts';
import { EntryTable } from './entry-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { distinctNames, idOf, useKnownNames } from './use-known-names.ts';

const NoEntries = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No matching entries" text="No entry matches these filters.">
      <a class="button" href={hrefOf(AUDIT_LOG_PATH)}>
        Show all entries
      </a>
    </EmptyState>
  ) : (
    <EmptyState
      title="No entries yet"
      text="Changes made here, through the admin API or on the command line appear here."
    />
  );

/** Administrative actions, newest first. */
export const AuditLogView = ({ rest }: ViewProps) => {
  const { api } = useConsole();
  const address = rest.join('/');
  const known = useKnownNames();
  const targets = distinctNames(known.targets);
  const asked = filtersOf(rest);
  const { after, before } = asked;
  // The address may contain a name that was entered before the names were loaded.
  const actorId = idOf(distinctNames(known.actors), asked.actorId);
  const targetId = idOf(targets, asked.targetId);
  const pages = usePages<AuditEntry>(
    (cursor) =>
      api.request('GET /audit-log', { query: { actorId, targetId, after, before, cursor, limit: 50 } }),
    [api, actorId, targetId, after, before],
  );
  const seen = pages.items.map(({ actor: { id, name } }): [string, string] => [id, name]);
  return (
    <>
      <PageHeading
        title="Audit log"
        lead="Every administrative action in your organization. Entries are never changed or deleted."
      />
      <FilterForm
        key={address}
        filters={asked}
        actors={distinctNames(new Map([...known.actors, ...seen]))}
        targets={targets}
        error={pages.error}
      />
      <Collection pages={pages} whenEmpty={<NoEntries isFiltered={address !== ''} />}>
        <EntryTable entries={pages.items} names={targets} />
      </Collection>
    </>
  );
};

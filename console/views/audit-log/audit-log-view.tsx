import { useCallback } from 'preact/hooks';
import { type ListedEntry, listAuditLog } from '../../api/audit-log.ts';
import { useConsole } from '../../console-context.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { hrefOf } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { AUDIT_LOG_PATH, filtersOf } from './audit-log-paths.ts';
import { EntryTable } from './entry-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { useKnownNames } from './use-known-names.ts';

/** What was done with the organization, its users, keys and webhooks, newest first. */
export const AuditLogView = ({ rest }: ViewProps) => {
  const { api } = useConsole();
  const address = rest.join('/');
  const load = useCallback(
    (cursor?: string) => listAuditLog(api, filtersOf(address.split('/')), cursor),
    [api, address],
  );
  const pages = usePages<ListedEntry>(load);
  const { actors, targets } = useKnownNames();
  const seen = pages.items.map(({ actor: { id, name } }): [string, string] => [id, name]);
  const isEmpty = pages.items.length === 0 && !pages.isLoading && pages.error === undefined;
  return (
    <>
      <PageHeading
        title="Audit log"
        lead="Who did what with users, keys and webhooks of your organization. Entries are added, and never changed or deleted."
      />
      <FilterForm
        key={address}
        filters={filtersOf(rest)}
        actors={new Map([...actors, ...seen])}
        targets={targets}
        error={pages.error}
      />
      {pages.items.length > 0 && <EntryTable entries={pages.items} names={targets} />}
      {isEmpty && (
        <EmptyState title={address === '' ? 'Nothing has been done yet' : 'Nothing matches'}>
          {address === '' ? (
            <p>Whatever is done here, through the admin API or on the command line is listed from then on.</p>
          ) : (
            <>
              <p>Nobody did anything of the kind in this time.</p>
              <a class="button" href={hrefOf(AUDIT_LOG_PATH)}>
                Show everything
              </a>
            </>
          )}
        </EmptyState>
      )}
      <LoadMore pages={pages} />
    </>
  );
};

import { useCallback, useMemo, useState } from 'preact/hooks';
import { type ApiKeyView, apiKeys } from '../../api/api-keys.ts';
import { useConsole } from '../../console-context.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { usePages } from '../../parts/use-pages.ts';
import type { ViewProps } from '../view.ts';
import { KeyTable } from './key-table.tsx';

/** The keys of the organization, or a member's own. */
export const ApiKeysView = (_: ViewProps) => {
  const { api, user } = useConsole();
  const operations = useMemo(() => apiKeys(api), [api]);
  const load = useCallback((cursor?: string) => operations.list(cursor), [operations]);
  const pages = usePages<ApiKeyView>(load);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? pages.items : pages.items.filter(({ state }) => state === 'active');
  return (
    <>
      <PageHeading
        title="API keys"
        lead={
          user.role === 'admin'
            ? 'Your own systems read the sales data of your organization with these keys.'
            : 'Your own systems read sales data with these keys. You see the keys that are yours.'
        }
      />
      <div class="toolbar">
        <label class="check">
          <input type="checkbox" checked={isAll} onChange={() => setAll(!isAll)} />
          Show expired and revoked keys
        </label>
      </div>
      {shown.length > 0 && <KeyTable keys={shown} />}
      {shown.length === 0 && !pages.isLoading && pages.error === undefined && (
        <EmptyState title="No keys yet">
          <p>Create one for each system that reads your data.</p>
        </EmptyState>
      )}
      <LoadMore pages={pages} />
    </>
  );
};

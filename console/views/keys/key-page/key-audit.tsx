import type { ApiKey } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { AUDIT_LOG_PATH } from '../../../routing/audit-log-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { EntryTable } from '../../audit-log/entry-table.tsx';

const SHOWN = 5;

/** The last audit entries of a key. */
export const KeyAudit = ({ apiKey: { id, name } }: { readonly apiKey: ApiKey }) => {
  const { api } = useConsole();
  const loaded = useLoad(
    (signal) => api.request('GET /audit-log', { query: { targetId: id, limit: SHOWN } }, signal),
    [api, id],
  );
  const entries = loaded.value?.items ?? [];
  return (
    <section class="section" aria-labelledby="audit">
      <h2 id="audit">Audit log</h2>
      <LoadedMessage loaded={loaded} />
      {loaded.value?.items.length === 0 && (
        <p class="muted">No entries yet: changes of this key appear here.</p>
      )}
      {entries.length > 0 && <EntryTable entries={entries} names={new Map([[id, name]])} />}
      <p>
        <a class="button button-quiet" href={hrefOf(AUDIT_LOG_PATH, { targetId: id })}>
          All entries of this key
        </a>
      </p>
    </section>
  );
};

import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { useLoad } from '../../../parts/use-load.ts';

const LABELS = { rejects: 'Download rejected rows', report: 'Download report' } as const;

/** Links to the report and the rejected rows of an import that ended. */
export const ImportFiles = ({ shown: { id } }: { readonly shown: Import }) => {
  const { api } = useConsole();
  const loaded = useLoad(() => api.request('GET /imports/{id}/files', { id }), [api, id]);
  const files = loaded.value;
  return (
    <section class="section" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <LoadedMessage loaded={loaded} />
      {files && (
        <div class="actions">
          {(['rejects', 'report'] as const).map((name) => {
            const file = files[name];
            return (
              file !== null && (
                <a key={name} class="button" href={file.url} download={file.fileName}>
                  {LABELS[name]}
                </a>
              )
            );
          })}
          {files.rejects === null && <p class="muted">No rows were rejected.</p>}
        </div>
      )}
    </section>
  );
};

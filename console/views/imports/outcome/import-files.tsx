import { useRef } from 'preact/hooks';
import type { ImportFiles as Files, Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { type Loaded, useLoad } from '../../../parts/use-load.ts';
import { importPath } from '../../../routing/import-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { isUnderWay } from '../import-status.tsx';
import { RejectedList } from './rejected-list.tsx';
import { countsByKind } from './totals.ts';

/** The first rejected rows, of which the service returns at most as many. */
const FIRST_ROWS = 20;

const rejectedIn = ({ counts }: Import): number =>
  counts === null ? 0 : countsByKind(counts).reduce((sum, { rejected }) => sum + rejected, 0);

/** The files of an import, loaded again when there is more to show. The last result stays meanwhile. */
const useFiles = (shown: Import, rejected: number): Loaded<Files> => {
  const { id } = shown;
  const { api } = useConsole();
  const loaded = useLoad(
    (signal) => api.request('GET /imports/{id}/files', { id }, signal),
    [api, id, Math.min(rejected, FIRST_ROWS), isUnderWay(shown)],
  );
  const last = useRef<Files>(undefined);
  if (loaded.value !== undefined) last.current = loaded.value;
  return { ...loaded, value: last.current };
};

interface RejectedRowsProps {
  readonly shown: Import;
  readonly rejected: number;
  readonly files: Files;
}

const RejectedRows = ({ shown, rejected, files: { firstRejects, rejects } }: RejectedRowsProps) => (
  <section class="section outcome" aria-labelledby="rejected">
    <h2 id="rejected">Rejected rows</h2>
    <RejectedList rejected={firstRejects} total={rejected} />
    {rejects !== null && (
      <>
        <p class="hint">
          The file of rejected rows has the columns of your file and the reasons. Correct it and upload it as
          it is.
        </p>
        <div class="actions">
          <a class="button" href={rejects.url} download={rejects.fileName}>
            Download rejected rows
          </a>
          <a class="button" href={hrefOf(`${importPath(shown.id)}/correct`)}>
            Upload corrected rows
          </a>
        </div>
      </>
    )}
  </section>
);

/** The rejected rows of an import, also while it runs, and its report once it has ended. */
export const ImportFiles = ({ shown }: { readonly shown: Import }) => {
  const rejected = rejectedIn(shown);
  const loaded = useFiles(shown, rejected);
  const files = loaded.value;
  if (files === undefined) return <LoadedMessage loaded={loaded} />;
  return (
    <>
      {rejected > 0 && <RejectedRows shown={shown} rejected={rejected} files={files} />}
      {files.report !== null && (
        <section class="section" aria-labelledby="files">
          <h2 id="files">Report</h2>
          <div class="actions">
            <a class="button" href={files.report.url} download={files.report.fileName}>
              Download report
            </a>
            {rejected === 0 && <p class="muted">No rows were rejected.</p>}
          </div>
        </section>
      )}
    </>
  );
};

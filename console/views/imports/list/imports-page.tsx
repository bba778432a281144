import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Time } from '../../../parts/time.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { hrefOf, replacePath } from '../../../routing/route.ts';
import { KINDS } from '../import-kinds.ts';
import { IMPORTS_PATH, importPath, PROFILES_PATH, UPLOAD_PATH } from '../import-paths.ts';
import { ImportStatus, percentOf } from '../import-status.tsx';
import { describeTotals } from '../outcome/totals.ts';
import { UploadDialog } from '../upload/upload-dialog.tsx';

const COLUMNS: readonly Column<Import>[] = [
  {
    title: 'File',
    isHeading: true,
    render: ({ id, fileName }) => (
      <a class="strong" href={hrefOf(importPath(id))}>
        {fileName}
      </a>
    ),
  },
  { title: 'Contains', render: ({ kind }) => KINDS[kind] },
  { title: 'Source', render: ({ source }) => <span class="anywhere">{source}</span> },
  {
    title: 'Status',
    render: (shown) => (
      <>
        <ImportStatus status={shown.status} counts={shown.counts} />
        {shown.status === 'running' && <span class="line muted">{percentOf(shown)} %</span>}
      </>
    ),
  },
  { title: 'Rows', render: ({ counts }) => describeTotals(counts) },
  {
    title: 'Created',
    render: ({ createdAt, startedBy }) => (
      <>
        <Time at={createdAt} />
        <span class="line muted">{startedBy.name}</span>
      </>
    ),
  },
];

const NoImports = () => (
  <EmptyState
    title="No imports yet"
    text="Upload a CSV or JSON Lines file of people, companies or call lists. You see what each column becomes before anything is written."
  >
    <a class="button" href={hrefOf(UPLOAD_PATH)}>
      Upload the first file
    </a>
  </EmptyState>
);

/** All imports of the organization. */
export const ImportsPage = ({ isUploading }: { readonly isUploading: boolean }) => {
  const { api } = useConsole();
  const pages = usePages<Import>((cursor) => api.request('GET /imports', { query: { cursor } }), [api]);
  return (
    <>
      <PageHeading
        title="Imports"
        lead="Files of people, companies and call lists, uploaded here or dropped into the bucket by your systems."
        action={
          <div class="actions">
            <a class="button" href={hrefOf(PROFILES_PATH)}>
              Dropped files
            </a>
            <a class="button button-primary" href={hrefOf(UPLOAD_PATH)}>
              Upload file
            </a>
          </div>
        }
      />
      <Collection pages={pages} whenEmpty={<NoImports />}>
        <DataTable caption="Imports" columns={COLUMNS} items={pages.items} keyOf={({ id }) => id} />
      </Collection>
      {isUploading && <UploadDialog onClose={() => replacePath(IMPORTS_PATH)} />}
    </>
  );
};

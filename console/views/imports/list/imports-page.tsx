import { OWN_KINDS, pluralsOf } from '../../../../shared/kinds/names.ts';
import type { Import } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Collection } from '../../../parts/collection.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadCsv } from '../../../parts/download-csv.tsx';
import { EmptyState, NoMatch } from '../../../parts/empty-state.tsx';
import { optionsOf, SelectField } from '../../../parts/field.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { Time } from '../../../parts/time.tsx';
import { useAddressedPages } from '../../../parts/use-pages.ts';
import { IMPORTS_PATH, importPath, PROFILES_PATH, UPLOAD_PATH } from '../../../routing/import-paths.ts';
import { dialogHref, hrefOf, type Query, replacePath } from '../../../routing/route.ts';
import { KINDS } from '../import-kinds.ts';
import { ImportStatus, percentOf, STATUS_NAMES } from '../import-status.tsx';
import { describeTotals } from '../outcome/totals.ts';
import { UploadDialog } from '../upload/upload-dialog.tsx';

const MAX_PAGE_SIZE = 100;

const COLUMNS: readonly Column<Import>[] = [
  {
    title: 'File',
    isHeading: true,
    isClipped: true,
    render: ({ id, fileName }) => (
      <a class="strong" href={hrefOf(importPath(id))}>
        {fileName}
      </a>
    ),
  },
  { title: 'Contains', width: 'm', render: ({ kind }) => KINDS[kind] },
  { title: 'Source', width: 'm', isClipped: true, render: ({ source }) => source },
  {
    title: 'Status',
    width: 'm',
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
    width: 'l',
    sort: '-createdAt',
    isClipped: true,
    render: ({ createdAt, startedBy }) => (
      <>
        <Time at={createdAt} />
        <span class="line muted">{startedBy.name}</span>
      </>
    ),
  },
];

/** @param next the address of the next page, if there is one */
const noMatchOf = (next: string | undefined) =>
  next === undefined
    ? { title: 'No matching imports', text: 'No import matches these filters.' }
    : { title: 'No match among the latest imports', text: 'Older ones are not searched yet.' };

/** All kinds, or files of one. */
const FILTERS = { all: 'All', ...KINDS } as const;

const NoImports = () => (
  <EmptyState
    title="No imports yet"
    text={
      `Upload a CSV, JSON Lines or Parquet file of ${pluralsOf(OWN_KINDS, 'or')}. ` +
      'You see what each column becomes before anything is written.'
    }
  >
    <a class="button" href={hrefOf(UPLOAD_PATH)}>
      Upload the first file
    </a>
  </EmptyState>
);

interface ImportsPageProps {
  readonly isUploading: boolean;
  readonly query: Query;
}

/** All imports of the organization. */
export const ImportsPage = ({ isUploading, query }: ImportsPageProps) => {
  const { api } = useConsole();
  const place = { path: IMPORTS_PATH, query };
  const address = listAddress(place);
  const sorting = address.sortingFrom('-createdAt');
  const kind = optionsOf(KINDS).find((each) => each === query['kind']);
  const sort = sorting.value === 'createdAt' ? 'createdAt' : '-createdAt';
  const status = optionsOf(STATUS_NAMES).filter((each) => each === query['status']);
  const isFiltered = kind !== undefined || status.length > 0;
  const read = (cursor: string | undefined, signal: AbortSignal, limit?: number) =>
    api.request(
      'GET /imports',
      { query: { kind, ...(status.length > 0 && { status }), sort, cursor, limit } },
      signal,
    );
  const pages = useAddressedPages<Import>((cursor, signal) => read(cursor, signal), place, [api]);
  return (
    <>
      <PageHeading
        title="Imports"
        lead={
          'Files and rows that were uploaded here, dropped into the bucket, or imported by a key or the ' +
          'command line.'
        }
        action={
          <div class="actions">
            <DownloadCsv name="imports" read={(cursor, signal) => read(cursor, signal, MAX_PAGE_SIZE)} />
            <a class="button" href={hrefOf(PROFILES_PATH)}>
              Dropped files
            </a>
            <a class="button button-primary" href={dialogHref(UPLOAD_PATH)}>
              Upload file
            </a>
          </div>
        }
      />
      <div class="toolbar">
        <Segments
          legend="Which imports"
          options={FILTERS}
          value={kind ?? 'all'}
          onChange={(chosen) => address.change({ kind: chosen === 'all' ? undefined : chosen })}
        />
        <SelectField
          label="State"
          isLabelHidden
          options={{ '': 'All states', ...STATUS_NAMES }}
          value={status[0] ?? ''}
          onChange={(chosen) => address.change({ status: chosen })}
        />
      </div>
      <Collection
        pages={pages}
        whenEmpty={
          isFiltered ? (
            <NoMatch {...noMatchOf(pages.place?.next)} href={hrefOf(IMPORTS_PATH)}>
              {pages.place?.next !== undefined && (
                <a class="button" href={pages.place.next}>
                  Search older imports
                </a>
              )}
            </NoMatch>
          ) : (
            <NoImports />
          )
        }
      >
        <DataTable
          caption="Imports"
          columns={COLUMNS}
          items={pages.items}
          keyOf={({ id }) => id}
          sorting={sorting}
        />
      </Collection>
      {isUploading && <UploadDialog onClose={() => replacePath(IMPORTS_PATH)} />}
    </>
  );
};

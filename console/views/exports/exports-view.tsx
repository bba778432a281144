import { EXPORT_DAYS } from '../../../shared/contract/exports/export-limits.ts';
import { KIND_NAMES, pluralsOf } from '../../../shared/kinds/names.ts';
import type { AdminApi } from '../../api/admin-api.ts';
import { useConsole } from '../../console-context.ts';
import { Collection } from '../../parts/collection.tsx';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { ProblemMessage } from '../../parts/problem-message.tsx';
import { EXPORTS_PATH, START_PATH } from '../../routing/export-paths.ts';
import { dialogHref, hrefOf, replacePath } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { ExportTable } from './export-table.tsx';
import { mergeExports } from './merge-exports.ts';
import { StartExportDialog } from './start-export-dialog.tsx';
import { useExports } from './use-exports.ts';

const LEAD =
  `Files contain everything, including contact details; they are kept for ${EXPORT_DAYS} days, and ` +
  'erasing a person deletes all files of people and entries.';

/** For a spreadsheet: files by name, because their addresses work for an hour, for everyone. */
const readRows = async (api: AdminApi, cursor: string | undefined, signal: AbortSignal) => {
  const { items, nextCursor } = await api.request('GET /exports', { query: { cursor, limit: 50 } }, signal);
  return { items: items.map((each) => ({ ...each, files: each.files.map(({ name }) => name) })), nextCursor };
};

const NoExports = () => (
  <EmptyState
    title="No exports yet"
    text={
      `Export ${pluralsOf(KIND_NAMES, 'or')} to open them in a spreadsheet, load them into a ` +
      'warehouse or keep a copy.'
    }
  >
    <a class="button" href={hrefOf(START_PATH)}>
      Start the first export
    </a>
  </EmptyState>
);

/** All exports of the organization, and the dialog that starts one. */
export const ExportsView = ({ rest, query }: ViewProps) => {
  const { api, announce } = useConsole();
  const { pages, refresh } = useExports(query);
  const close = (): void => replacePath(EXPORTS_PATH);
  return (
    <>
      <PageHeading
        title="Exports"
        lead={LEAD}
        action={
          <div class="actions">
            <DownloadCsv name="exports" read={(cursor, signal) => readRows(api, cursor, signal)} />
            <a class="button button-primary" href={dialogHref(START_PATH)}>
              Start export
            </a>
          </div>
        }
      />
      {refresh.isBusy && (
        <Loading isQuiet onRetry={refresh.retry}>
          Loading the progress …
        </Loading>
      )}
      {refresh.error !== undefined && <ProblemMessage error={refresh.error} onRetry={refresh.retry} />}
      <Collection pages={pages} whenEmpty={<NoExports />}>
        <ExportTable items={pages.items} />
      </Collection>
      {rest[0] === 'start' && (
        <StartExportDialog
          onStarted={(started) => {
            pages.change((items) => mergeExports(items, [started]));
            announce('Started the export.');
            // It is on the first page.
            location.replace(hrefOf(EXPORTS_PATH));
          }}
          onClose={close}
        />
      )}
    </>
  );
};

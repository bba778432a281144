import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Import, ImportSettings } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx';
import { LoadedMessage } from '../../parts/loading.tsx';
import { focusHeading, PageHeading, useHeadingFocus } from '../../parts/page-heading.tsx';
import { type Loaded, useLoad } from '../../parts/use-load.ts';
import { IMPORTS_PATH, importPath } from '../../routing/import-paths.ts';
import { hrefOf, replacePath } from '../../routing/route.ts';
import { KINDS } from './import-kinds.ts';
import { canBeCanceled, canBeUndone, isByCommand, isPrepared, isUnderWay } from './import-status.tsx';
import { CancelDialog } from './outcome/cancel-dialog.tsx';
import { ConfirmDeletionsDialog } from './outcome/confirm-deletions-dialog.tsx';
import { ImportOutcome } from './outcome/import-outcome.tsx';
import { UndoDialog } from './outcome/undo-dialog.tsx';
import { PrepareImport } from './prepare/prepare-import.tsx';
import { UploadDialog } from './upload/upload-dialog.tsx';

const INTERVAL_MILLISECONDS = 1_000;

/** An import, followed until it ends. */
const useImport = (id: string): Loaded<Import> => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /imports/{id}', { id }, signal), [api, id]);
  const { value, isLoading, error, reload } = loaded;
  useEffect(() => {
    if (isLoading || error !== undefined || value === undefined || !isUnderWay(value)) return undefined;
    const timer = setTimeout(reload, INTERVAL_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value, isLoading, error]);
  return loaded;
};

interface ImportPageProps {
  readonly id: string;
  /** The action in the address. */
  readonly action: string | undefined;
}

const Actions = ({ shown }: { readonly shown: Import }) => {
  const path = importPath(shown.id);
  return (
    <div class="actions">
      {canBeUndone(shown) && (
        <a class="button" href={hrefOf(`${path}/undo`)}>
          Undo
        </a>
      )}
      {!isByCommand(shown) && (
        <a class="button" href={hrefOf(`${path}/repeat`)}>
          Repeat
        </a>
      )}
    </div>
  );
};

const CancelAction = ({ shown }: { readonly shown: Import }) => (
  <a class="button" href={hrefOf(`${importPath(shown.id)}/cancel`)}>
    Cancel
  </a>
);

/** One import: its preview and settings before it starts, then its progress and outcome. */
export const ImportPage = ({ id, action }: ImportPageProps) => {
  const { api, announce } = useConsole();
  const loaded = useImport(id);
  const shown = loaded.value;
  const isRepeating = action === 'repeat';
  useHeadingFocus(`${isRepeating}`);
  /** Shows an import that runs again, until it ends. */
  const follow = (changed: Import): void => {
    loaded.set(() => changed);
    loaded.reload();
  };
  const start = async (settings: ImportSettings, signal: AbortSignal): Promise<void> => {
    const started = await api.request('POST /imports/{id}/start', { id, body: { settings } }, signal);
    follow(started);
    announce('Started the import.');
    // The form goes away.
    focusHeading();
  };
  const repeat = async (settings: ImportSettings, signal: AbortSignal): Promise<void> => {
    const repeated = await api.request('POST /imports/{id}/repeat', { id, body: { settings } }, signal);
    announce('Started the import again.');
    replacePath(importPath(repeated.id));
  };
  const content = (given: Import): ComponentChild => {
    if (isPrepared(given)) {
      return <PrepareImport shown={given} submitLabel="Start import" onSubmit={start} />;
    }
    if (isRepeating && !isUnderWay(given)) {
      return <PrepareImport shown={given} submitLabel="Repeat import" onSubmit={repeat} />;
    }
    return <ImportOutcome shown={given} />;
  };
  return (
    <>
      <Breadcrumbs
        above={[
          ['Imports', IMPORTS_PATH],
          ...(isRepeating ? ([[shown?.fileName ?? 'Import', importPath(id)]] as const) : []),
        ]}
      />
      <PageHeading
        title={isRepeating ? `Repeat ${shown?.fileName ?? 'import'}` : (shown?.fileName ?? 'Import')}
        lead={shown && `${KINDS[shown.kind]} from ${shown.source}`}
        action={
          shown &&
          (canBeCanceled(shown) ? (
            <CancelAction shown={shown} />
          ) : (
            !isPrepared(shown) && !isUnderWay(shown) && !isRepeating && <Actions shown={shown} />
          ))
        }
      />
      <LoadedMessage loaded={loaded} named={{ noun: 'import', view: ['Imports', IMPORTS_PATH] }} />
      {shown && content(shown)}
      {shown && action === 'correct' && (
        <UploadDialog corrects={shown} onClose={() => replacePath(importPath(id))} />
      )}
      {shown && action === 'cancel' && canBeCanceled(shown) && (
        <CancelDialog shown={shown} onCanceled={follow} onClose={() => replacePath(importPath(id))} />
      )}
      {shown && action === 'undo' && canBeUndone(shown) && (
        <UndoDialog shown={shown} onStarted={follow} onClose={() => replacePath(importPath(id))} />
      )}
      {shown && action === 'confirm-deletions' && shown.status === 'awaiting_confirmation' && (
        <ConfirmDeletionsDialog
          shown={shown}
          onConfirmed={follow}
          onClose={() => replacePath(importPath(id))}
        />
      )}
    </>
  );
};

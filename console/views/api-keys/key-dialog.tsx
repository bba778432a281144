import { useEffect } from 'preact/hooks';
import type { ApiKey, IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemMessage } from '../../parts/problem-message.tsx';
import type { Pages } from '../../parts/use-pages.ts';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import type { KeyAction } from './key-actions.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

interface KeyDialogProps {
  readonly id: string;
  readonly action: KeyAction;
  readonly pages: Pages<ApiKey>;
  readonly onChanged: (key: ApiKey, message: string) => void;
  readonly onRotated: (old: ApiKey, successor: IssuedKey, graceSeconds: number) => void;
  readonly onClose: () => void;
}

/** The dialog for one key, which loads pages until it finds the key. */
export const KeyDialog = ({ id, action, pages, onChanged, onRotated, onClose }: KeyDialogProps) => {
  const { api } = useConsole();
  const { hasMore, isLoading, error, loadMore } = pages;
  const apiKey = pages.items.find((each) => each.id === id);
  const isMissing = apiKey === undefined && hasMore && !isLoading && error === undefined;
  useEffect(() => {
    if (isMissing) loadMore();
  }, [isMissing, loadMore]);

  if (apiKey === undefined) {
    return (
      <Dialog title="API key" onClose={onClose}>
        {error !== undefined && <ProblemMessage error={error} onRetry={loadMore} />}
        {error === undefined && hasMore && <Loading>Loading the key …</Loading>}
        {!hasMore && <p>This key does not exist, or it is not yours.</p>}
      </Dialog>
    );
  }
  const common = { apiKey, onClose };
  if (action === 'rotate') return <RotateKeyDialog {...common} onRotated={onRotated} />;
  if (action === 'edit') {
    return <EditKeyDialog {...common} onChanged={(key) => onChanged(key, `Saved ${key.name}.`)} />;
  }
  const revoke = async (): Promise<void> =>
    onChanged(await api.request('DELETE /api-keys/{id}', { id }), `Revoked ${apiKey.name}.`);
  return (
    <FormDialog
      title={`Revoke ${apiKey.name}?`}
      submitLabel="Revoke key"
      busyLabel="Revoking …"
      isDangerous
      onSubmit={revoke}
      onClose={onClose}
    >
      <p>
        Every system that still uses the key <strong>{apiKey.name}</strong> (<code>{apiKey.hint}</code>) loses
        access with its next request. This cannot be undone.
      </p>
    </FormDialog>
  );
};

import { useEffect } from 'preact/hooks';
import type { ApiKey, IssuedKey } from '../../api/types.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemMessage } from '../../parts/problem-message.tsx';
import type { Pages } from '../../parts/use-pages.ts';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import type { KeyAction } from './key-actions.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

interface KeyDialogProps {
  readonly id: string;
  readonly action: KeyAction;
  readonly pages: Pages<ApiKey>;
  readonly onChanged: (key: ApiKey) => void;
  readonly onRevoked: (key: ApiKey) => void;
  readonly onRotated: (old: ApiKey, successor: IssuedKey, graceSeconds: number) => void;
  readonly onClose: () => void;
}

/** The dialog for one key, which loads pages until it finds the key. */
export const KeyDialog = (props: KeyDialogProps) => {
  const { id, action, pages, onChanged, onRevoked, onRotated, onClose } = props;
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
  if (action === 'edit') return <EditKeyDialog apiKey={apiKey} onChanged={onChanged} onClose={onClose} />;
  if (action === 'revoke') return <RevokeKeyDialog apiKey={apiKey} onRevoked={onRevoked} onClose={onClose} />;
  return (
    <RotateKeyDialog
      apiKey={apiKey}
      onRotated={(successor, graceSeconds) => onRotated(apiKey, successor, graceSeconds)}
      onClose={onClose}
    />
  );
};

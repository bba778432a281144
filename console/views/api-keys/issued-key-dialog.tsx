import { useCallback, useState } from 'preact/hooks';
import type { IssuedKey } from '../../api/api-keys.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { SecretValue } from '../../parts/secret-value.tsx';
import { useLeaveGuard } from '../../routing/route.ts';
import { curlLine } from './curl-line.ts';
import { API_KEYS_PATH } from './key-actions.tsx';

export interface IssuedKeyDialogProps {
  readonly issued: IssuedKey;
  readonly onClose: () => void;
}

/** Shows the value of a new key, for the only time. Whoever leaves without having copied it is warned. */
export const IssuedKeyDialog = ({ issued, onClose }: IssuedKeyDialogProps) => {
  const { configuration } = useConsole();
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const mayLeave = useCallback(() => {
    if (!isCopied) setWarned(true);
    return isCopied;
  }, [isCopied]);
  useLeaveGuard(API_KEYS_PATH, mayLeave);
  const { key, name, permissions } = issued;
  return (
    <Dialog title="Copy your key now" onClose={() => mayLeave() && onClose()}>
      <p>
        This is the value of <strong>{name}</strong>. It is shown this once and cannot be looked up later: put
        it where your system keeps its secrets.
      </p>
      <SecretValue label="API key" what="key" value={key} onCopied={() => setCopied(true)} />
      <SecretValue
        label="Try it in a terminal"
        what="command"
        value={curlLine(configuration.dataApiUrl, key, permissions)}
        onCopied={() => setCopied(true)}
      />
      <p class="hint">
        {permissions.length === 0
          ? 'The key has no permissions yet: until an admin of your organization grants some, it is answered with 403.'
          : 'It can take some seconds until a new key works.'}
      </p>
      {isWarned && !isCopied && (
        <div class="problem" role="alert" ref={(element) => element?.scrollIntoView({ block: 'end' })}>
          <p class="problem-title">You have not copied the key</p>
          <p>It cannot be shown again. Without it, the key is of no use and should be revoked.</p>
          <button type="button" class="button-danger" onClick={onClose}>
            Close without copying
          </button>
        </div>
      )}
      <div class="dialog-actions">
        <button type="button" class="button-primary" onClick={() => mayLeave() && onClose()}>
          Done
        </button>
      </div>
    </Dialog>
  );
};

import { firstPath } from '../../../shared/contract/first-request.ts';
import type { IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { curlCommand } from '../../parts/curl-command.ts';
import { SecretValue } from '../../parts/secret-value.tsx';
import { ShownOnceDialog } from '../../parts/shown-once-dialog.tsx';
import { API_KEYS_PATH } from './key-actions.tsx';

interface IssuedKeyDialogProps {
  readonly issued: IssuedKey;
  readonly onClose: () => void;
}

/** Shows the value of a new key, once. */
export const IssuedKeyDialog = ({ issued, onClose }: IssuedKeyDialogProps) => {
  const { configuration } = useConsole();
  const { key, name, permissions } = issued;
  return (
    <ShownOnceDialog
      title="Copy your key now"
      path={API_KEYS_PATH}
      what="key"
      consequence="If you close it now, revoke the key and create another one."
      onClose={onClose}
    >
      {(onCopied) => (
        <>
          <p>
            This is the value of <strong>{name}</strong>. It is shown only once: store it in your secret
            manager now.
          </p>
          <SecretValue label="API key" what="key" value={key} onCopied={onCopied} />
          <SecretValue
            label="Try it in a terminal"
            what="command"
            value={curlCommand(configuration.dataApiUrl + firstPath(permissions), key)}
            onCopied={onCopied}
          />
          <p class="hint">
            {permissions.length === 0
              ? 'The key has no permissions yet: requests fail with 403 until an admin of your organization grants some.'
              : 'A new key takes a few seconds to become active.'}
          </p>
        </>
      )}
    </ShownOnceDialog>
  );
};

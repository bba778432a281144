import { firstPath } from '../../../shared/operations/data-api/first-request.ts';
import type { IssuedKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { curlCommand } from '../../parts/curl-command.ts';
import { ShownOnceDialog } from '../../parts/shown-once-dialog.tsx';

interface IssuedKeyDialogProps {
  readonly issued: IssuedKey;
  /** The address of the page below. */
  readonly path: string;
  readonly onClose: () => void;
}

/** Shows the value of a new key, once. */
export const IssuedKeyDialog = ({ issued, path, onClose }: IssuedKeyDialogProps) => {
  const { configuration } = useConsole();
  const { key, name, permissions } = issued;
  const command = curlCommand(configuration.dataApiUrl + firstPath(permissions), key);
  return (
    <ShownOnceDialog
      title="Copy your key now"
      path={path}
      what="key"
      consequence="If you close it now, revoke the key and create another one."
      lead={
        <>
          This is the value of <strong>{name}</strong>.
        </>
      }
      values={[
        { label: 'API key', what: 'key', value: key },
        { label: 'Try it in a terminal', what: 'command', value: command },
      ]}
      hint={
        permissions.length === 0
          ? 'The key has no permissions yet: requests fail with 403 until an admin of your organization ' +
            'grants some.'
          : 'A new key takes a few seconds to become active.'
      }
      onClose={onClose}
    />
  );
};

import type { ApiKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useSubmit } from '../../parts/use-submit.ts';

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onRevoked: (key: ApiKey) => void;
  readonly onClose: () => void;
}

/** Confirms revoking a key, which cannot be undone. */
export const RevokeKeyDialog = ({ apiKey, onRevoked, onClose }: RevokeKeyDialogProps) => {
  const { api } = useConsole();
  const submission = useSubmit(async () =>
    onRevoked(await api.request('DELETE /api-keys/{id}', { id: apiKey.id })),
  );
  return (
    <Dialog title={`Revoke ${apiKey.name}?`} onClose={onClose}>
      <p>
        Every system that still uses the key <strong>{apiKey.name}</strong> (<code>{apiKey.hint}</code>) loses
        access with its next request. This cannot be undone.
      </p>
      <Form
        submission={submission}
        submitLabel="Revoke key"
        busyLabel="Revoking …"
        isDangerous
        onCancel={onClose}
      />
    </Dialog>
  );
};

import type { Endpoint, IssuedEndpoint } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Time } from '../../parts/time.tsx';
import { useSubmit } from '../../parts/use-submit.ts';

export interface RotateSecretDialogProps {
  readonly endpoint: Endpoint;
  readonly onIssued: (endpoint: IssuedEndpoint) => void;
  readonly onClose: () => void;
}

/** Puts a new signing secret in the place of the old one, which signs alongside for a day. */
export const RotateSecretDialog = ({ endpoint, onIssued, onClose }: RotateSecretDialogProps) => {
  const { api } = useConsole();
  const submission = useSubmit(async () =>
    onIssued(await api.request('POST /webhook-endpoints/{id}/rotate-secret', { id: endpoint.id })),
  );
  const { url, previousSecretExpiresAt } = endpoint;
  return (
    <Dialog title="Rotate the signing secret" onClose={onClose}>
      <p>
        Creates a new secret for <strong class="anywhere">{url}</strong>. For 24 hours, deliveries are signed
        with both secrets, so that you have time to update the receiver.
      </p>
      {previousSecretExpiresAt !== null && (
        <p class="notice notice-warning">
          The secret was rotated less than a day ago. Rotating again immediately invalidates the older secret,
          which would be valid until <Time at={previousSecretExpiresAt} isExact />.
        </p>
      )}
      <Form submission={submission} submitLabel="Rotate secret" busyLabel="Rotating …" onCancel={onClose} />
    </Dialog>
  );
};

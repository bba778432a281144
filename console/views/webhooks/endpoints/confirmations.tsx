import type { Endpoint, IssuedEndpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Form } from '../../../parts/form.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSubmit } from '../../../parts/use-submit.ts';

interface ConfirmationProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

interface SwitchEndpointDialogProps extends ConfirmationProps {
  /** The new state. */
  readonly isEnabled: boolean;
  readonly onChanged: (endpoint: Endpoint) => void;
}

/** Confirms disabling or enabling an endpoint. */
export const SwitchEndpointDialog = (props: SwitchEndpointDialogProps) => {
  const { endpoint, isEnabled, onChanged, onClose } = props;
  const { api } = useConsole();
  const submission = useSubmit(async () => {
    const change = { id: endpoint.id, body: { isEnabled } };
    onChanged(await api.request('PATCH /webhook-endpoints/{id}', change));
  });
  return (
    <Dialog title={isEnabled ? 'Enable this endpoint?' : 'Disable this endpoint?'} onClose={onClose}>
      <p>
        {isEnabled ? (
          <>
            <strong class="anywhere">{endpoint.url}</strong> receives events from now on. Missed events are
            not sent automatically: replay their time range afterwards.
          </>
        ) : (
          <>
            <strong class="anywhere">{endpoint.url}</strong> receives no events until you enable it again.
            Events in the meantime are recorded as missed and can be replayed for 30 days.
          </>
        )}
      </p>
      <Form
        submission={submission}
        submitLabel={isEnabled ? 'Enable endpoint' : 'Disable endpoint'}
        busyLabel={isEnabled ? 'Enabling …' : 'Disabling …'}
        isDangerous={!isEnabled}
        onCancel={onClose}
      />
    </Dialog>
  );
};

interface RotateSecretDialogProps extends ConfirmationProps {
  readonly onIssued: (endpoint: IssuedEndpoint) => void;
}

/** Confirms replacing the signing secret. */
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

interface DeleteEndpointDialogProps extends ConfirmationProps {
  readonly onDeleted: () => void;
}

/** Confirms deleting an endpoint, which cannot be undone. */
export const DeleteEndpointDialog = ({ endpoint, onDeleted, onClose }: DeleteEndpointDialogProps) => {
  const { api } = useConsole();
  const submission = useSubmit(async () => {
    await api.request('DELETE /webhook-endpoints/{id}', { id: endpoint.id });
    onDeleted();
  });
  return (
    <Dialog title="Delete this endpoint?" onClose={onClose}>
      <p>
        <strong class="anywhere">{endpoint.url}</strong> receives no more events. Pending deliveries are
        dropped, and past deliveries can no longer be viewed or replayed. This cannot be undone. To pause
        deliveries, disable the endpoint instead.
      </p>
      <Form
        submission={submission}
        submitLabel="Delete endpoint"
        busyLabel="Deleting …"
        isDangerous
        onCancel={onClose}
      />
    </Dialog>
  );
};

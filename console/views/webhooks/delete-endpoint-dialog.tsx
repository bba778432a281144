import type { Endpoint } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useSubmit } from '../../parts/use-submit.ts';

export interface DeleteEndpointDialogProps {
  readonly endpoint: Endpoint;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks before an endpoint is deleted, which cannot be undone. */
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
